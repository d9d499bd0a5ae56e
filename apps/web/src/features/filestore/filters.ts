import type { FileKind } from '@plinth/contract/file-kinds'

/** What the address asks to leave out. */
export interface Narrowed {
  kind?: FileKind | undefined
  changed?: Changed | undefined
  by?: string | undefined
}

export const changedTimes = ['today', 'week', 'month', 'year'] as const
export type Changed = (typeof changedTimes)[number]

export const kindNames: Record<FileKind, string> = {
  ...{ folders: 'Folders', images: 'Images', documents: 'Documents', audio: 'Audio', video: 'Video' },
  ...{ archives: 'Archives', other: 'Other files' },
}

export const changedNames: Record<Changed, string> = {
  ...{ today: 'Today', week: 'Last 7 days', month: 'Last 30 days', year: 'Last year' },
}

/** As the server is asked for it. */
export interface FileFilter {
  kind?: FileKind
  since?: number
  modifiedby?: string
}

const days: Record<Exclude<Changed, 'today'>, number> = { week: 7, month: 30, year: 365 }
const dayMs = 24 * 3_600_000

/** From midnight on, so that the same question stays the same for a day. */
function sinceOf(changed: Changed, now: Date): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  return changed === 'today' ? midnight : midnight - (days[changed] - 1) * dayMs
}

export const filterOf = ({ kind, changed, by }: Narrowed, now = new Date()): FileFilter => ({
  ...(kind ? { kind } : {}),
  ...(changed ? { since: sinceOf(changed, now) } : {}),
  ...(by ? { modifiedby: by } : {}),
})

export const filterKey = ({ kind, since, modifiedby }: FileFilter) => [kind, since, modifiedby].join(' ').trim()

export const isNarrowed = ({ kind, changed, by }: Narrowed) => Boolean(kind ?? changed ?? by)
