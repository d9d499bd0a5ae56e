/** One form for what is looked for and what is found: lower case, without accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const split = (text: string) =>
  plain(text)
    .split(/[\s\-.,'’]+/)
    .filter(word => word !== '')

/** What somebody or something is found by: the id, its parts, and the words of the name. */
export function wordsOf(id: string, name: string): string[] {
  return [...new Set([id, ...split(id), ...split(name)])]
}

/** The beginnings of words that a search asks for. One that another begins with asks for nothing more. */
export function prefixesOf(search: string): string[] {
  const words = plain(search).split(/\s+/)
  const each = [...new Set(words.filter(word => word !== ''))].slice(0, 5)
  return each.filter(word => !each.some(other => other !== word && other.startsWith(word)))
}

/** The first text, byte by byte, that no longer begins with the prefix. */
export const beyond = (prefix: string) => `${prefix}\u{10ffff}`
