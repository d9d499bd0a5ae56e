/** One form for what is looked for and what is found: lower case, without accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()

const split = (text: string, at: RegExp) =>
  plain(text)
    .split(at)
    .filter(word => word !== '')

const blanks = /\s+/
const marks = /[\s\-.,']+/
const allButLetters = /[^\p{L}\p{N}]+/u

/**
 * What somebody or something is found by: the id, its parts, and the words of the name, as they are written (o'brien, 2.0), and
 * what is in them, however much of the marks around it somebody types.
 */
export function wordsOf(id: string, name: string): string[] {
  const named = [blanks, marks, allButLetters].flatMap(at => split(name, at))
  return [...new Set([id, ...split(id, marks), ...named])]
}

/** The beginnings of words that a search asks for. One that another begins with asks for nothing more. */
export function prefixesOf(search: string): string[] {
  const each = [...new Set(split(search, blanks))].slice(0, 5)
  return each.filter(word => !each.some(other => other !== word && other.startsWith(word)))
}

/** The first text, byte by byte, that no longer begins with the prefix. */
export const beyond = (prefix: string) => `${prefix}\u{10ffff}`
