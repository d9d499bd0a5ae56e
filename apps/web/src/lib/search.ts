import { type FileKind, fileKinds } from '@plinth/contract/file-kinds'

/** A query is plain text, both ways: a token that looks like a number stays the token that was sent. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  const query = new URLSearchParams(given).toString()
  return query ? `?${query}` : ''
}

/** Of a screen with tabs. */
export const tabSearch = ({ tab }: Record<string, unknown>): { tab?: string } =>
  typeof tab === 'string' ? { tab } : {}

/** Of the Users screen: whom the list looks for at first, besides the tab. */
export const usersSearch = (search: Record<string, unknown>): { tab?: string; find?: string } => ({
  ...tabSearch(search),
  ...(typeof search.find === 'string' ? { find: search.find } : {}),
})

export interface FilesSearch {
  view?: 'recent' | 'trash' | undefined
  q?: string | undefined
  open?: string | undefined
  kind?: FileKind | undefined
  changed?: 'today' | 'week' | 'month' | 'year' | undefined
  by?: string | undefined
}

const among = <V extends string>(values: readonly V[], given: unknown): V | undefined =>
  values.find(value => value === given)

const spelt = (given: unknown) => (typeof given === 'string' && given !== '' ? given : undefined)

/**
 * Of the File Store: a list over the whole of it, what is searched for, the file that is looked at, and what is left out. Each is
 * named even where it is not given: the router would fill in what the address says, although it was refused here.
 */
export function filesSearch(given: Record<string, unknown>): FilesSearch {
  return {
    view: among(['recent', 'trash'], given.view),
    q: spelt(given.q),
    open: spelt(given.open),
    kind: among(fileKinds, given.kind),
    changed: among(['today', 'week', 'month', 'year'], given.changed),
    by: spelt(given.by),
  }
}

/** Of the page of a link: the folder below the shared one, and the file that is looked at there. */
export function sharedSearch(
  given: Record<string, unknown>,
): Pick<FilesSearch, 'open'> & { folder?: string | undefined } {
  return { folder: spelt(given.folder), open: spelt(given.open) }
}
