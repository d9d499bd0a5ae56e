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

/** Of the File Store: a list over the whole of it, or what is searched for there. */
export const filesSearch = ({ view, q }: Record<string, unknown>): { view?: 'recent' | 'trash'; q?: string } => ({
  ...(view === 'recent' || view === 'trash' ? { view } : {}),
  ...(typeof q === 'string' && q ? { q } : {}),
})
