import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { drawPage, type Pdf, type PdfPage } from './pdf.ts'

type PdfSheetProps = { pdf: Pdf; number: number; scale: number; first: { width: number; height: number } }

/** What pdf.js measures its text by. */
const scaled = (scale: number): CSSProperties & Record<`--${string}`, string | number> => ({
  '--total-scale-factor': scale,
  '--scale-round-x': '1px',
  '--scale-round-y': '1px',
})

/** One page: a picture of it, and its text above that. */
export function PdfSheet({ pdf, number, scale, first }: PdfSheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<PdfPage>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let over = false
    pdf.getPage(number).then(
      found => over || setPage(found),
      () => over || setFailed(true),
    )
    return () => {
      over = true
    }
  }, [pdf, number])
  useEffect(() => {
    if (!page || !canvas.current || !layer.current || scale <= 0) return
    let over = false
    const { done, cancel } = drawPage({ page, scale, canvas: canvas.current, layer: layer.current })
    // Stopped half-way because the page is out of sight, or the scale another: nothing has failed.
    done.catch(() => over || setFailed(true))
    return () => {
      over = true
      cancel()
    }
  }, [page, scale])
  const { width, height } = page?.getViewport({ scale: 1 }) ?? first
  return (
    <div
      className="relative m-auto shrink-0 bg-raised shadow-float"
      style={{ width: width * scale, height: height * scale, ...scaled(scale) }}
    >
      <canvas ref={canvas} aria-hidden className="size-full" />
      <div ref={layer} className="pdf-text" />
      {failed ? (
        <p className="absolute inset-x-0 top-4 text-center text-danger">Page {number} could not be drawn.</p>
      ) : null}
    </div>
  )
}
