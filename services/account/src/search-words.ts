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

/** The beginnings of words that a search asks for. */
export function prefixesOf(search: string): string[] {
  const words = plain(search).split(/\s+/)
  return [...new Set(words.filter(word => word !== ''))].slice(0, 5)
}

/** How far the matches of a prefix are counted: past that it is simply common. */
export const commonFrom = 5_000

/** A search walks along the words of one prefix and checks the others: the one with the fewest matches makes the shortest walk. */
export async function rarestFirst(prefixes: string[], count: (prefix: string) => Promise<number>): Promise<string[]> {
  if (prefixes.length < 2) return prefixes
  const counted = await Promise.all(prefixes.map(async prefix => ({ prefix, matches: await count(prefix) })))
  return counted.sort((a, b) => a.matches - b.matches).map(({ prefix }) => prefix)
}

/** The first text, byte by byte, that no longer begins with the prefix. */
export const beyond = (prefix: string) => `${prefix}\u{10ffff}`
