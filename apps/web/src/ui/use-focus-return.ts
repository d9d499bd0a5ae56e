import { useRef } from 'react'

// A dialog is often opened from a menu that closes with it. The menu's button is then where the user came from.
function focusOrigin(): Element | null {
  let origin: Element | null = document.activeElement
  for (let menu = origin?.closest('[role=menu]'); menu; menu = origin?.closest('[role=menu]')) {
    const opener = menu.getAttribute('aria-labelledby')
    origin = opener ? document.getElementById(opener) : null
  }
  return origin
}

const below = '[role=dialog][data-state=open], [role=alertdialog][data-state=open]'

/**
 * What a dialog did may have taken along what it was opened from: then the dialog below it, its list, or else the page's main part.
 * A list that lies below a dialog would hear keys that are meant for what is in sight.
 */
const nearest = () =>
  [...document.querySelectorAll(below)].at(-1) ??
  document.querySelector('main [role=grid]') ??
  document.querySelector('main')

/** Gives the focus back to where it was before a dialog opened. */
export function useFocusReturn() {
  const origin = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      origin.current = focusOrigin()
      // The first button of several may be one that loses something.
      const dialog = event.currentTarget instanceof Element ? event.currentTarget : null
      const first = dialog?.querySelector<HTMLElement>('[data-first]')
      if (!first) return
      event.preventDefault()
      first.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const { current } = origin
      // Where nothing had the focus, as between the palette and a dialog that it opens, the page itself seems to have had it.
      const target = current?.isConnected && current !== document.body ? current : nearest()
      if (target instanceof HTMLElement) target.focus({ preventScroll: target.tagName === 'MAIN' })
    },
  }
}
