/** More than that nobody reads across, and each costs a cell in every row in sight. */
const mostColumns = 200
/** In characters. */
const [narrowest, widest] = [6, 48]
const looked = 200

export interface Table {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Of each column, in characters. */
  widths: readonly number[]
  /** How many columns are not shown. */
  hidden: number
}

/** Rows as they were read: the first one names the columns. Rows of different lengths are as wide as the longest. */
export function tableOf(read: readonly (readonly string[])[]): Table {
  const count = read.reduce((most, row) => Math.max(most, row.length), 0)
  const shown = Math.min(count, mostColumns)
  const [head = [], ...rows] = read
  const sample = read.slice(0, looked)
  const widths = Array.from({ length: shown }, (_, column) => {
    const longest = sample.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0)
    return Math.min(widest, Math.max(narrowest, longest + 2))
  })
  const names = Array.from({ length: shown }, (_, column) => head[column] ?? '')
  return { head: names, rows, widths, hidden: count - shown }
}

/** How high a row is whose cells are not cut, about: letters are of different widths. */
export const linesOf = (cells: readonly string[], widths: readonly number[]) =>
  cells.reduce((most, cell, column) => Math.max(most, Math.ceil(cell.length / ((widths[column] ?? widest) - 2))), 1)

/** A number is read from its end. */
export const isNumber = (cell: string) => /^[+-]?[\d.,\s]*\d%?$/.test(cell.trim())
