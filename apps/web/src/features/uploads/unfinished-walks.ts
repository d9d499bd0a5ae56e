import { local } from '../../lib/storage.ts'
import { walkPrefix } from './kept-name.ts'
import { tabid } from './tabs.ts'

interface Unfinished {
  userid: string
  /** Of the folder, or of the first of the files. */
  name: string
}

const keyOf = (batchid: string) => `${walkPrefix}${tabid}:${batchid}`

/** So much of it was found, and there may be more. Without it, a page that ends would leave a folder that only looks whole. */
export const noteWalk = (batchid: string, walk: Unfinished) => local.setItem(keyOf(batchid), JSON.stringify(walk))

export const endWalk = (batchid: string) => local.removeItem(keyOf(batchid))

/** What this person had given to pages that ended before all of it was found. Answers once. */
export function takeUnfinished(
  userid: string | undefined,
  isOver: (batchid: string, tabid: string) => boolean,
): string[] {
  const keys = local.keys().filter(key => key.startsWith(walkPrefix))
  const walks = keys.map(key => ({ key, ...(JSON.parse(local.getItem(key) ?? '{}') as Partial<Unfinished>) }))
  const isTheirs = ({ key, userid: whose }: (typeof walks)[number]) => {
    const [tab = '', batchid = ''] = key.slice(walkPrefix.length).split(':')
    return whose === userid && isOver(batchid, tab)
  }
  const ended = walks.filter(isTheirs)
  for (const { key } of ended) local.removeItem(key)
  return ended.map(({ name = '' }) => name)
}
