import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Failed, NotShown, type OnDownload } from './NotShown.tsx'
import { PdfSheet } from './PdfSheet.tsx'
import { isNoPdf, isPasswordNeeded, openPdf, type Pdf } from './pdf.ts'
import { type Source, useAddress } from './queries.ts'
import { Waiting } from './Waiting.tsx'
import { ZoomBar } from './ZoomBar.tsx'
import './pdf.css'

type PdfViewProps = { name: string; source: Source; onDownload: OnDownload }

export function PdfView({ name, source, onDownload }: PdfViewProps) {
  const { data: address, error, dataUpdatedAt, refetch, isFetching } = useAddress(source)
  const { pdf, failure } = usePdf(address, dataUpdatedAt)
  if (error) return <Failed message={error.msg} onRetry={() => void refetch()} retrying={isFetching} />
  if (isPasswordNeeded(failure))
    return <NotShown onDownload={onDownload}>This document has a password, so it cannot be shown here.</NotShown>
  if (isNoPdf(failure))
    return <NotShown onDownload={onDownload}>This document is damaged, or it is not a PDF.</NotShown>
  if (failure) {
    const message = 'The document broke off while it was read. Check the connection and try again.'
    return <Failed message={message} onRetry={() => void refetch()} retrying={isFetching} />
  }
  return pdf ? <Sheets {...{ name, pdf }} /> : <Waiting />
}

/** A document, and how large its first page is. */
type Sized = Pdf & { firstSize: { width: number; height: number } }

interface Read {
  at: number
  pdf?: Sized
  failure?: unknown
}

/** Whoever tries again may get the same address: what tells the tries apart is when it was given. */
function usePdf(address: string | undefined, at: number): Omit<Read, 'at'> {
  const [read, setRead] = useState<Read>()
  useEffect(() => {
    if (!address) return
    const task = openPdf(address)
    let over = false
    const open = async () => {
      const pdf = await task.promise
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
      if (!over) setRead({ at, pdf: Object.assign(pdf, { firstSize: { width, height } }) })
    }
    open().catch(failure => over || setRead({ at, failure }))
    return () => {
      over = true
      void task.destroy()
    }
  }, [address, at])
  return read?.at === at ? read : {}
}

const gap = 12
const around = 16

/** Where the pages lie, as soon as it is known how wide that is. */
function Sheets({ name, pdf }: { name: string; pdf: Sized }) {
  const [area, setArea] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(0)
  const [chosen, setChosen] = useState<number>()
  const [page, setPage] = useState(1)
  useLayoutEffect(() => {
    if (!area) return
    // The observer speaks after the first picture, which would show a zoom of less than nothing.
    setRoom(area.clientWidth)
    const watcher = new ResizeObserver(() => setRoom(area.clientWidth))
    watcher.observe(area)
    return () => watcher.disconnect()
  }, [area])
  // A page as wide as a large window would be too large to read.
  const scale = chosen ?? Math.min((room - 2 * around) / pdf.firstSize.width, 1.5)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={setArea}
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it.
        tabIndex={0}
        data-content
        className="min-h-0 flex-1 overflow-auto bg-sunken -outline-offset-2"
      >
        {area && room > 0 ? <Pages {...{ pdf, area, scale }} onPage={setPage} /> : null}
      </section>
      <ZoomBar
        {...{ scale }}
        fits={chosen === undefined}
        fitLabel="Fit to the width"
        onScale={setChosen}
        onFit={() => setChosen(undefined)}
      >
        <span className="px-2 text-muted tabular-nums" role="status">
          Page {page.toLocaleString('en')} of {pdf.numPages.toLocaleString('en')}
        </span>
      </ZoomBar>
    </div>
  )
}

type PagesProps = { pdf: Sized; area: HTMLElement; scale: number; onPage: (page: number) => void }

/** Pages in sight are drawn; the others are as large as the first until they are known. */
function Pages({ pdf, area, scale, onPage }: PagesProps) {
  const virtual = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => area,
    estimateSize: () => pdf.firstSize.height * scale + gap,
    overscan: 1,
    paddingStart: around,
    paddingEnd: 64,
  })
  const before = useRef(scale)
  useLayoutEffect(() => {
    if (before.current === scale) return
    // Each has another height now; what was in sight stays there.
    virtual.measure()
    area.scrollTop *= scale / before.current
    before.current = scale
  }, [scale, virtual, area])
  const items = virtual.getVirtualItems()
  const middle = (virtual.scrollOffset ?? 0) + area.clientHeight / 3
  const current = (items.findLast(({ start }) => start <= middle)?.index ?? 0) + 1
  useEffect(() => onPage(current), [current, onPage])
  return (
    <div className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
      {items.map(({ index, start }) => (
        <div
          key={index}
          ref={virtual.measureElement}
          data-index={index}
          className="absolute inset-x-0 flex"
          style={{ top: start, paddingBottom: gap }}
        >
          <PdfSheet {...{ pdf, scale }} number={index + 1} first={pdf.firstSize} />
        </div>
      ))}
    </div>
  )
}
