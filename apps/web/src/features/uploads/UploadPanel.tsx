import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { ConflictDialog } from '../../ui/ConflictDialog.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { FindAgain } from './FindAgain.tsx'
import { PanelActions } from './PanelActions.tsx'
import { PanelHeader } from './PanelHeader.tsx'
import { UploadList } from './UploadList.tsx'
import { nameOf } from './upload.ts'
import { answer, start, useUploads } from './uploads.ts'
import { useAnnouncement } from './use-announcement.ts'

export function UploadPanel() {
  const view = useUploads()
  const { uploads, totals, asking } = view
  const [open, setOpen] = useState(hasRoom)
  const announcement = useAnnouncement(totals)
  const title = useId()
  const list = useId()
  useEffect(start, [])
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {uploads.length > 0 || totals.looking ? (
        <Frame title={title}>
          <PanelHeader {...{ view, title, list, open }} onOpen={setOpen} />
          <Progress
            label="All uploads"
            value={totals.bytes > 0 ? totals.sent : totals.done}
            max={totals.bytes || totals.files}
            tone={totals.failed > 0 && totals.underWay === 0 ? 'danger' : 'accent'}
            className="shrink-0 rounded-none [&>*]:transition-none"
          />
          {totals.lost > 0 ? <FindAgain lost={uploads.filter(({ state }) => state === 'lost')} /> : null}
          {open ? <UploadList id={list} uploads={uploads} /> : null}
          {open ? <PanelActions totals={totals} /> : null}
        </Frame>
      ) : null}
      {asking ? (
        <ConflictDialog
          key={asking.upload.id}
          name={nameOf(asking.upload)}
          replacing={
            asking.canReplace ? 'If you replace it, a file that is there stays as an earlier version.' : undefined
          }
          more={asking.more}
          onChoose={decision => answer(asking, decision)}
          onClose={() => answer(asking, { choice: 'skip', forAll: false })}
        />
      ) : null}
    </>
  )
}

/** On a phone it would cover what one came for. */
const hasRoom = () => window.matchMedia('(min-width: 40rem)').matches

/** Between it and what stands above it. */
const above = 8

/** Tells how high it is: toasts stand above it, so neither covers the other. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const root = document.documentElement.style
    const tell = () => root.setProperty('--upload-panel', `${(ref.current?.offsetHeight ?? 0) + above}px`)
    const observer = new ResizeObserver(tell)
    if (ref.current) observer.observe(ref.current)
    return () => {
      observer.disconnect()
      root.removeProperty('--upload-panel')
    }
  }, [])
  return (
    <section
      ref={ref}
      aria-labelledby={title}
      className="floating fixed right-4 bottom-4 z-30 flex max-h-[min(26rem,60dvh)] w-[calc(100vw-2rem)] flex-col overflow-hidden sm:right-6 sm:bottom-6 sm:w-89"
    >
      {children}
    </section>
  )
}
