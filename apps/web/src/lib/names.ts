const [longest, beginning, ending] = [64, 44, 16]

/** A name as part of a sentence: of a long one the beginning and the end, by which people know it. */
export function shortName(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= longest) return name
  return `${letters.slice(0, beginning).join('').trimEnd()}…${letters.slice(-ending).join('').trimStart()}`
}
