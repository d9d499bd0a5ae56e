import { type MouseEvent, useRef } from 'react'
import { Icon } from './Icon.tsx'
import { PageLink } from './PageLink.tsx'
import { sections } from './sections.ts'
import { Wordmark } from './Wordmark.tsx'

const iconButton =
  'inline-grid size-9 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text'

/** A native modal dialog: the browser keeps the focus inside, closes on Esc and gives the focus back. */
export function SiteDrawer() {
  const drawer = useRef<HTMLDialogElement>(null)
  const close = () => drawer.current?.close()
  // The dialog fills none of its backdrop, so a click that lands on the element itself came from outside its content.
  const closeOutside = (event: MouseEvent) => event.target === drawer.current && close()
  return (
    <div className="-ml-2 md:hidden">
      <button type="button" aria-label="Menu" className={iconButton} onClick={() => drawer.current?.showModal()}>
        <Icon shape="menu" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a modal dialog on Esc by itself */}
      <dialog
        ref={drawer}
        aria-label="Menu"
        onClick={closeOutside}
        className="-translate-x-full m-0 h-dvh max-h-none w-72 max-w-[85vw] border-border border-r bg-surface text-text opacity-0 shadow-float transition-[translate,opacity,overlay,display] transition-discrete duration-150 ease-out backdrop:bg-scrim open:translate-x-0 open:opacity-100 motion-reduce:transition-none starting:open:-translate-x-full starting:open:opacity-0"
      >
        <div className="flex h-full flex-col px-4">
          <div className="flex h-14 items-center justify-between">
            <Wordmark onClick={close} />
            <button type="button" aria-label="Close menu" className={iconButton} onClick={close}>
              <Icon shape="close" />
            </button>
          </div>
          <nav aria-label="Menu" className="-mx-2 flex flex-col gap-0.5 pt-2">
            {sections.map(({ hash, name }) => (
              <PageLink
                key={hash}
                to="/"
                hash={hash}
                onClick={close}
                className="rounded-md px-3 py-2.5 font-medium hover:bg-hover"
              >
                {name}
              </PageLink>
            ))}
            <PageLink to="/auth/signin" onClick={close} className="rounded-md px-3 py-2.5 font-medium hover:bg-hover">
              Sign in
            </PageLink>
          </nav>
        </div>
      </dialog>
    </div>
  )
}
