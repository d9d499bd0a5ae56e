/** What is chosen in a list, by id. `anchor` is where a range begins, `active` where the keyboard stands. */
export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | undefined
  active: string | undefined
  /** All are to be chosen, and are still being read. Who adds one or takes one out does not end that. */
  growing?: object | undefined
}

interface Keys {
  /** Shift: everything from the anchor on. */
  range?: boolean
  /** Ctrl or ⌘: beside what is chosen already. */
  toggle?: boolean
}

/** Ids in the order of the list; nothing where it was not read yet. */
export type Order = readonly (string | undefined)[]

export const nothingChosen: Selection = { ids: new Set(), anchor: undefined, active: undefined }

export const only = (id: string): Selection => ({ ids: new Set([id]), anchor: id, active: id })

export function choose(selection: Selection, order: Order, id: string, keys: Keys = {}): Selection {
  if (keys.range) return chooseRange(selection, order, id, keys)
  if (!keys.toggle) return only(id)
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id, active: id, growing: selection.growing }
}

function chooseRange({ ids, anchor }: Selection, order: Order, id: string, keys: Keys): Selection {
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return only(id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1).filter(one => one !== undefined)
  return { ids: new Set(keys.toggle ? [...ids, ...range] : range), anchor, active: id }
}

/** An arrow key: `by` lines or cards further. With Ctrl only the keyboard moves, as in a desktop's list. */
export function step(selection: Selection, order: Order, by: number, keys: Keys = {}): Selection {
  const id = order[placeAfter(selection, order, by)]
  if (id === undefined) return selection
  if (keys.toggle && !keys.range) return { ...selection, active: id }
  if (keys.range && selection.anchor === undefined) return only(id)
  return choose(selection, order, id, { range: keys.range })
}

/** Where a step leads. */
export function placeAfter({ active }: Selection, order: Order, by: number): number {
  const from = active === undefined ? -1 : order.indexOf(active)
  const last = order.length - 1
  // From nowhere an arrow begins at the near end; End and Home go to theirs.
  const start = by > 0 === Math.abs(by) < order.length ? 0 : last
  return from < 0 ? start : Math.min(Math.max(from + by, 0), last)
}

export const chooseAll = ({ active }: Selection, order: readonly string[]): Selection => ({
  ...{ ids: new Set(order), anchor: order[0], active: active ?? order[0] },
})

/** All of them, once they were read, but those that were chosen first and taken out meanwhile. */
export function grown(now: Selection, begun: Selection, all: readonly string[]): Selection {
  if (now.growing !== begun.growing) return now
  const { anchor, active } = now
  return { ids: new Set(all.filter(id => now.ids.has(id) || !begun.ids.has(id))), anchor, active }
}

/** What the rubber band touches, beside what was chosen before it where Ctrl or Shift was held. */
export const banded = (before: Selection, touched: readonly string[], keep: boolean): Selection => ({
  ids: new Set(keep ? [...before.ids, ...touched] : touched),
  anchor: touched[0] ?? before.anchor,
  active: touched.at(-1) ?? before.active,
})

/**
 * Without what is no longer in the list. The same object where nothing has gone. The keyboard goes on at the place where it was,
 * where that is known: else whoever deletes one would begin at the top again.
 */
export function withoutGone(selection: Selection, order: readonly string[], place = -1): Selection {
  const there = new Set(order)
  const left = [...selection.ids].filter(id => there.has(id))
  const nearest = place < 0 ? undefined : order[Math.min(place, order.length - 1)]
  const stays = (id: string | undefined) => (id === undefined || there.has(id) ? id : nearest)
  const [anchor, active] = [stays(selection.anchor), stays(selection.active)]
  if (left.length === selection.ids.size && anchor === selection.anchor && active === selection.active) return selection
  return { ...selection, ids: new Set(left), anchor, active }
}
