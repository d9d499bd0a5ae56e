import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

export type Pdf = pdfjs.PDFDocumentProxy
export type PdfPage = pdfjs.PDFPageProxy

/** What a document can lack (fonts, character maps) and rare kinds of images need: beside our other files, on our own origin. */
const base = `/assets/pdf-${pdfjs.version}`

/** Reads in parts, as pages are wanted, where the server and the size make that worth it. */
export const openPdf = (url: string) =>
  pdfjs.getDocument({
    url,
    cMapUrl: `${base}/cmaps/`,
    standardFontDataUrl: `${base}/standard_fonts/`,
    wasmUrl: `${base}/wasm/`,
    iccUrl: `${base}/iccs/`,
    // What a document's own scripts and forms would do is not done here.
    enableXfa: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  })

/** The largest canvas that all browsers draw. */
const mostPixels = 16_000_000

interface Drawn {
  page: PdfPage
  scale: number
  canvas: HTMLCanvasElement
  layer: HTMLElement
}

/** Draws a page and lays its text over it, to be read aloud, searched and copied. Answers how to stop. */
export function drawPage({ page, scale, canvas, layer }: Drawn): { done: Promise<unknown>; cancel: () => void } {
  const viewport = page.getViewport({ scale })
  const sharpness = Math.min(
    Math.max(window.devicePixelRatio, 1),
    Math.sqrt(mostPixels / (viewport.width * viewport.height)),
  )
  canvas.width = Math.floor(viewport.width * sharpness)
  canvas.height = Math.floor(viewport.height * sharpness)
  const transform = sharpness === 1 ? undefined : [sharpness, 0, 0, sharpness, 0, 0]
  const drawing = page.render({ canvas, viewport, ...(transform ? { transform } : {}) })
  layer.replaceChildren()
  const text = new pdfjs.TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport })
  return {
    done: Promise.all([drawing.promise, text.render()]),
    cancel: () => {
      drawing.cancel()
      text.cancel()
    },
  }
}

export const isPasswordNeeded = (error: unknown) => error instanceof pdfjs.PasswordException
export const isNoPdf = (error: unknown) => error instanceof pdfjs.InvalidPDFException
