/** What is chosen in a list, by id. `anchor` is where a range begins, `active` where the keyboard stands. */
export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | undefined
  active: string | undefined
}

interface Keys {
  /** Shift: everything from the anchor on. */
  range?: boolean
  /** Ctrl or ⌘: beside what is chosen already. */
  toggle?: boolean
}

export const nothingChosen: Selection = { ids: new Set(), anchor: undefined, active: undefined }

export const only = (id: string): Selection => ({ ids: new Set([id]), anchor: id, active: id })

export function choose(selection: Selection, order: readonly string[], id: string, keys: Keys = {}): Selection {
  if (keys.range) return chooseRange(selection, order, id, keys)
  if (!keys.toggle) return only(id)
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id, active: id }
}

function chooseRange({ ids, anchor }: Selection, order: readonly string[], id: string, keys: Keys): Selection {
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return only(id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set(keys.toggle ? [...ids, ...range] : range), anchor, active: id }
}

/** An arrow key: `by` lines or cards further. With Ctrl only the keyboard moves, as in a desktop's list. */
export function step(selection: Selection, order: readonly string[], by: number, keys: Keys = {}): Selection {
  if (order.length === 0) return selection
  const from = selection.active === undefined ? -1 : order.indexOf(selection.active)
  const last = order.length - 1
  // From nowhere an arrow begins at the near end; End and Home go to theirs.
  const start = by > 0 === Math.abs(by) < order.length ? 0 : last
  const to = from < 0 ? start : Math.min(Math.max(from + by, 0), last)
  const id = order[to] ?? ''
  if (keys.toggle && !keys.range) return { ...selection, active: id }
  if (keys.range && selection.anchor === undefined) return only(id)
  return choose(selection, order, id, { range: keys.range })
}

export const chooseAll = ({ active }: Selection, order: readonly string[]): Selection => ({
  ...{ ids: new Set(order), anchor: order[0], active: active ?? order[0] },
})

/** What the rubber band touches, beside what was chosen before it where Ctrl or Shift was held. */
export const banded = (before: Selection, touched: readonly string[], keep: boolean): Selection => ({
  ids: new Set(keep ? [...before.ids, ...touched] : touched),
  anchor: touched[0] ?? before.anchor,
  active: touched.at(-1) ?? before.active,
})

/** Without what is no longer in the list. The same object where nothing has gone. */
export function withoutGone(selection: Selection, order: readonly string[]): Selection {
  const there = new Set(order)
  const left = [...selection.ids].filter(id => there.has(id))
  const stays = (id: string | undefined) => (id !== undefined && there.has(id) ? id : undefined)
  const [anchor, active] = [stays(selection.anchor), stays(selection.active)]
  if (left.length === selection.ids.size && anchor === selection.anchor && active === selection.active) return selection
  return { ids: new Set(left), anchor, active }
}
