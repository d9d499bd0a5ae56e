/** Where items stand: all of one size, so that what is not drawn has a place too. */
export interface ItemLayout {
  columns: number
  width: number
  height: number
  gap: number
}

export interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}

export const listLayout = (width: number, height: number): ItemLayout => ({ columns: 1, width, height, gap: 0 })

/** As many cards in a line as fit, stretched to fill it. */
export function gridLayout(width: number, least: number, height: number, gap: number): ItemLayout {
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)))
  return { columns, width: (width - gap * (columns - 1)) / columns, height, gap }
}

export const lineCount = ({ columns }: ItemLayout, items: number) => Math.ceil(items / columns)

/** The places of those that a rectangle touches, in the coordinates of the list. */
export function touchedBy({ left, top, right, bottom }: Rect, layout: ItemLayout, items: number): number[] {
  const { columns, width, height, gap } = layout
  const lines = between(top, bottom, height, gap, lineCount(layout, items))
  const places = between(left, right, width, gap, columns)
  return lines.flatMap(line => places.map(place => line * columns + place)).filter(index => index < items)
}

/** Which of `count` pieces of one length, `gap` apart, lie between two points. */
function between(from: number, to: number, length: number, gap: number, count: number): number[] {
  const first = Math.max(0, Math.floor((from + gap) / (length + gap)))
  const last = Math.min(count - 1, Math.floor(to / (length + gap)))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

export const rectOf = (x1: number, y1: number, x2: number, y2: number): Rect => ({
  ...{ left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) },
})
