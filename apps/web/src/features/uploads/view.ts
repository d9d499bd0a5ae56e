import { createPace, type Pace } from './pace.ts'
import type { Asking } from './queue.ts'
import { inOrder, type Totals, totalsOf } from './totals.ts'
import type { Upload } from './upload.ts'

/** What the panel shows. The same object until there is something new to show. */
export interface View {
  uploads: readonly Upload[]
  totals: Totals
  pace: Pace
  asking: Asking | undefined
}

/** What goes on by itself is shown so often; what somebody did, at once. */
const drawMs = 250
/** Where hundreds pass by nobody reads their names, and drawing them takes from sending them. */
const drawManyMs = 1_000
const many = 100

/** Stands between ten thousand small changes and the page. */
export function createView(source: () => { all: Iterable<Upload>; asking: Asking | undefined; looking: boolean }) {
  const listeners = new Set<() => void>()
  const pace = createPace()
  let view: View = { uploads: [], totals: totalsOf([]), pace: pace.now({ bytes: 0, files: 0 }), asking: undefined }
  let timer: ReturnType<typeof setTimeout> | undefined
  let soon = false

  function render(): void {
    timer = undefined
    const { all, asking, looking } = source()
    const uploads = inOrder(all)
    const totals = totalsOf(uploads, looking)
    if (totals.underWay > 0) pace.note({ at: performance.now(), bytes: totals.sent, files: totals.done })
    else pace.forget()
    view = { uploads, totals, pace: pace.now({ bytes: totals.left, files: totals.underWay }), asking }
    for (const listener of listeners) listener()
  }

  return {
    get: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    draw(when: 'now' | 'soon'): void {
      if (timer !== undefined && (soon === (when === 'soon') || when === 'soon')) return
      clearTimeout(timer)
      soon = when === 'soon'
      timer = setTimeout(render, soon ? (view.totals.underWay > many ? drawManyMs : drawMs) : 0)
    },
  }
}
