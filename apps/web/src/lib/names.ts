const [longest, beginning, ending] = [64, 44, 16]

/** What nobody sees, or what turns the letters after it around: by these one name passes for another, "exe.jpg" for "gpj.exe". */
const deceiving = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g

/** A name as it is shown. What is done with it, and what it is saved as, goes by the name itself. */
export const shownName = (name: string) => name.replaceAll(deceiving, '\ufffd')

/** A name as part of a sentence: of a long one the beginning and the end, by which people know it. */
export function shortName(name: string): string {
  const letters = Array.from(shownName(name))
  if (letters.length <= longest) return letters.join('')
  return `${letters.slice(0, beginning).join('').trimEnd()}…${letters.slice(-ending).join('').trimStart()}`
}
