interface Found {
  /** As many as are on this page and the ones before it. */
  seen: number
  more: boolean
}

/** Above a list of members: how many there are, and how many of them a search shows. */
export function memberCount(total: number, found?: Found): string {
  const all = total === 1 ? '1 member' : `${total.toLocaleString('en')} members`
  if (!found) return all
  return `${found.more ? 'More than ' : ''}${found.seen.toLocaleString('en')} of ${all}`
}
