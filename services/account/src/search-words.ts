/** One form for what is looked for and what is found: lower case, without accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const split = (text: string) =>
  plain(text)
    .split(/[\s\-.,'’]+/)
    .filter(word => word !== '')

/** What somebody is found by: the user id, its parts, and the words of the name. */
export function wordsOf({ userid, name }: { userid: string; name: string }): string[] {
  return [...new Set([userid, ...split(userid), ...split(name)])]
}

/** The beginnings of words that a search asks for, the longest first, since it has the fewest matches. */
export function prefixesOf(search: string): string[] {
  return plain(search)
    .split(/\s+/)
    .filter(word => word !== '')
    .sort((a, b) => b.length - a.length)
    .slice(0, 5)
}

/** The first text, byte by byte, that no longer begins with the prefix. */
export const beyond = (prefix: string) => `${prefix}\u{10ffff}`
