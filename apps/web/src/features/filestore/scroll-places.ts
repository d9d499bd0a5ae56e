const places = new Map<string, number>()

/** Where a list was scrolled to, so that going back shows what was there. */
export const scrollOf = (list: string) => places.get(list) ?? 0

export const keepScroll = (list: string, top: number) => void places.set(list, top)
