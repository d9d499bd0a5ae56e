/** What can part the cells, the likeliest first. */
const delimiters = [',', '\t', '|', ';'] as const
type Delimiter = (typeof delimiters)[number]

/** So many rows, or letters, tell which of them it is. */
const [lookedAt, mostLooked] = [10, 64 * 1024]

/**
 * The rows of a table that is written as text, but for empty ones. Which character parts the cells is seen from the text, unless the
 * name says so. However it is written, each letter is passed a few times and no more: a reader that looks ahead for each cell takes
 * minutes for a long column.
 */
export function rowsOf(text: string, name: string): string[][] {
  const delimiter = /\.tsv$/i.test(name) ? '\t' : delimiterOf(text)
  return read(text, delimiter, Number.POSITIVE_INFINITY).filter(hasWords)
}

const hasWords = (row: readonly string[]) => row.some(cell => cell.trim() !== '')

/** The one by which rows are most of one length, and of several cells. */
function delimiterOf(text: string): Delimiter {
  const beginning = text.slice(0, mostLooked)
  let best: { delimiter: Delimiter; unlike: number; cells: number } | undefined
  for (const delimiter of delimiters) {
    const lengths = read(beginning, delimiter, lookedAt)
      .filter(hasWords)
      .map(({ length }) => length)
    const cells = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    const unlike = lengths.reduce((sum, length, at) => sum + Math.abs(length - (lengths[at - 1] ?? length)), 0)
    const isBetter = !best || unlike < best.unlike || (unlike === best.unlike && cells > best.cells)
    if (cells > 1.99 && isBetter) best = { delimiter, unlike, cells }
  }
  return best?.delimiter ?? ','
}

function read(text: string, delimiter: Delimiter, most: number): string[][] {
  const lineBreak = text.includes('\n') ? '\n' : '\r'
  const ends = new RegExp(`[${delimiter}${lineBreak}]`, 'g')
  const isEnd = (char: string | undefined) => char === undefined || char === delimiter || char === lineBreak
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const start = at
    if (text[at] === '"') {
      const quote = closingQuote(text, at, isEnd)
      row.push(text.slice(start + 1, quote).replaceAll('""', '"'))
      at = afterBlanks(text, quote + 1)
    } else {
      ends.lastIndex = at
      at = ends.exec(text)?.index ?? text.length
      row.push(text.slice(start, at).replace(/\r$/, ''))
    }
    if (text[at] !== delimiter) {
      rows.push(row)
      row = []
    } else if (at === text.length - 1) row.push('')
  }
  if (row.length > 0) rows.push(row)
  return rows
}

/** The quote that ends a cell: behind it there are blanks at most. Others are part of the cell. Without one it is all the rest. */
function closingQuote(text: string, start: number, isEnd: (char: string | undefined) => boolean): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') at++
    else if (isEnd(text[afterBlanks(text, at + 1)])) return at
  }
  return text.length
}

function afterBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || (text[at] === '\r' && text[at + 1] === '\n')) at++
  return at
}
