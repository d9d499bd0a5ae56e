/** The longest name, in bytes of UTF-8: what every file system that people copy to can hold. */
export const longestName = 255

/** So many numbers are tried beside a name that is taken, before any name will do. */
export const mostNumbered = 50

export const bytesOf = (text: string) => new TextEncoder().encode(text).length

/**
 * A name with a mark before its ending, as 'plan (2).txt' is. Apart from the schemas: the server gives such names, and the web app
 * looks for them when it did not hear which one it was.
 */
export function nameBeside(name: string, mark: string, isFolder: boolean): string {
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const marked = ` (${mark})`
  // An ending that fills the whole name is none.
  if (bytesOf(marked + ending) >= longestName) return cutTo(name, longestName - bytesOf(marked)) + marked
  return cutTo(stem, longestName - bytesOf(marked + ending)) + marked + ending
}

/** Never cuts through a character. */
function cutTo(text: string, bytes: number): string {
  const letters = Array.from(text)
  while (bytesOf(letters.join('')) > bytes) letters.pop()
  return letters.join('')
}
