const places = new Map<string, number>()
const actives = new Map<string, string | undefined>()

/** Where a list was scrolled to, so that going back shows what was there. */
export const scrollOf = (list: string) => places.get(list) ?? 0

export const keepScroll = (list: string, top: number) => void places.set(list, top)

/** Where the keyboard was in a list, so that whoever comes back goes on there. */
export const activeOf = (list: string) => actives.get(list)

export const keepActive = (list: string, objid: string | undefined) => void actives.set(list, objid)
