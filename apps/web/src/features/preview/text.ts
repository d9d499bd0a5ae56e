/** A file's text, or the beginning of it. */
export interface Text {
  text: string
  /** Whether the file begins with the mark that some programs write. It is not part of the text, and is written again. */
  mark: boolean
  /** What its lines end with. */
  lineBreak: '\n' | '\r\n'
  /** What is not in UTF-8 can be read. Saved, it would be, and other programs would no longer know it. */
  utf8: boolean
}

const mark = '\ufeff'

/** Undefined where the bytes are no text. A character that was cut through at the end is left out. */
export function textOf(bytes: Uint8Array, cut: boolean): Text | undefined {
  const wide = wideOf(bytes)
  const own = decode(wide ?? 'utf-8', bytes, cut)
  const decoded = own ?? (wide ? undefined : westernOf(bytes))
  // No text holds it, and most files that are none do.
  if (decoded === undefined || decoded.includes('\0')) return undefined
  const marked = decoded.startsWith(mark)
  const text = marked ? decoded.slice(mark.length) : decoded
  return { text, mark: marked, lineBreak: lineBreakOf(text), utf8: !wide && own !== undefined }
}

/** As programs on Windows write Unicode, always with the mark at the beginning. */
function wideOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** As Excel on Windows writes a CSV. Any bytes can be read so: other alphabets, and what is no text, are told by what comes out. */
function westernOf(bytes: Uint8Array): string | undefined {
  const beyondAscii = bytes.reduce((count, byte) => count + Number(byte > 0x7f), 0)
  const decoded = new TextDecoder('windows-1252').decode(bytes)
  return beyondAscii * 2 > bytes.length || /[^\P{Cc}\t\r\n]/u.test(decoded) ? undefined : decoded
}

function decode(encoding: string, bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut })
  } catch {
    return undefined
  }
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
