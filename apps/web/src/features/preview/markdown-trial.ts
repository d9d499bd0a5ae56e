/** What takes longer beside the page would hold up the page itself as long. */
const mostMs = 8_000

/**
 * Lays a text out for nothing, beside the page, and answers whether the page can do so too: of some texts, most of them made for
 * that, it would come back after minutes or not at all. Answers how to give up.
 */
export function tryMarkdown(text: string, answer: (fits: boolean) => void): () => void {
  const worker = new Worker('/markdown-worker.js')
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    worker.terminate()
  }
  const end = (fits: boolean) => {
    stop()
    answer(fits)
  }
  worker.onerror = () => end(false)
  worker.onmessage = ({ data }: MessageEvent<'ready' | boolean>) => {
    if (data !== 'ready') return end(data)
    timer = setTimeout(() => end(false), mostMs)
    worker.postMessage(text)
  }
  return stop
}
