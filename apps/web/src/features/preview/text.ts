/** A file's text, or the beginning of it. */
export interface Text {
  text: string
  /** Whether the file begins with the mark that some programs write. It is not part of the text, and is written again. */
  mark: boolean
  /** What its lines end with. */
  lineBreak: '\n' | '\r\n'
}

const mark = '\ufeff'

/** Undefined where the bytes are not UTF-8. A character that was cut through at the end is left out. */
export function textOf(bytes: Uint8Array, cut: boolean): Text | undefined {
  let decoded: string
  try {
    decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut })
  } catch {
    return undefined
  }
  // No text holds it, and most files that are none do.
  if (decoded.includes('\0')) return undefined
  const marked = decoded.startsWith(mark)
  const text = marked ? decoded.slice(mark.length) : decoded
  return { text, mark: marked, lineBreak: lineBreakOf(text) }
}

/** Lines that end in different ways are left as they are: the odd ones show as a mark of their own. */
function lineBreakOf(text: string): Text['lineBreak'] {
  return text.includes('\r\n') && !/(^|[^\r])\n/.test(text) ? '\r\n' : '\n'
}

export const bytesOf = ({ text, mark: marked }: Pick<Text, 'text' | 'mark'>) =>
  new Blob([marked ? mark + text : text], { type: 'text/plain' })

/** Whole lines only, so that the last one shown is not half of one. */
export function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n')
  return end === -1 ? text : text.slice(0, end + 1)
}
