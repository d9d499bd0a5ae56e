/** A part of a Markdown text, as its parser has it. */
export interface Part {
  type: string
  children?: Part[]
  /** Of a table, one for each cell of its first row. */
  align?: unknown[] | null
}

const mostParts = 100_000
/** Beyond it a page nests deeper than browsers care to draw. */
const deepest = 200

/** Whether a page can hold it. */
export function isModest(text: Part): boolean {
  let parts = 0
  let level = [text]
  for (let depth = 0; level.length > 0; depth++) {
    parts += level.reduce((sum, part) => sum + drawnAs(part), 0)
    if (depth > deepest || parts > mostParts) return false
    level = level.flatMap(({ children = [] }) => children)
  }
  return true
}

/** Each row of a table is filled up to the length of the first one: a short text can be millions of cells. */
const drawnAs = ({ align, children = [] }: Part) => (align ? align.length * children.length : 1)
