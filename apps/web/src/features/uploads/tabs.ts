import { session } from '../../lib/storage.ts'

const prefix = 'plinth-uploads-tab:'
const sessionKey = 'plinth-uploads-tab'

/** This page in this tab. Others know by its lock that it lives; the browser lets go of that when it ends, however it ends. */
export const tabid = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`

let held: Promise<void> | undefined

function holdTab(): Promise<void> {
  held ??= new Promise(resolve => {
    if (!navigator.locks) return resolve()
    void navigator.locks.request(prefix + tabid, () => {
      resolve()
      return new Promise(() => undefined)
    })
  })
  return held
}

/** A page that is only loaded anew comes first to what it had itself. */
const reloadMs = 5_000
const awaited = new Set<string>()
let before: string | null = null

/** Calls back when one of those pages has ended. */
export function whenEnded(tabids: readonly string[], then: () => void): void {
  for (const id of navigator.locks ? tabids : []) {
    if (awaited.has(id)) continue
    awaited.add(id)
    const ended = navigator.locks.request(prefix + id, () => undefined)
    void ended.then(() => setTimeout(then, id === before ? 0 : reloadMs))
  }
}

/**
 * Takes over what pages that have ended left behind, one tab at a time, so that no two upload the same. Without locks (a page
 * over plain HTTP has none) only what this very tab had before it was loaded anew.
 */
export async function takeOver(work: (isOver: (tabid: string) => boolean) => Promise<void>): Promise<void> {
  await holdTab()
  before ??= session.getItem(sessionKey)
  session.setItem(sessionKey, tabid)
  if (!navigator.locks) return work(id => id === before || id === tabid)
  await navigator.locks.request('plinth-uploads', async () => {
    const { held = [] } = await navigator.locks.query()
    const living = new Set(held.map(({ name }) => name))
    await work(id => id === tabid || !living.has(prefix + id))
  })
}
