import type { AuditEntry } from '@plinth/contract/audit'

const columns = ['time', 'actorid', 'action', 'target', 'data'] as const

const flat = ({ createdat, actorid, action, target, data }: AuditEntry) => ({
  time: new Date(createdat).toISOString(),
  actorid,
  action,
  target,
  data,
})

/** A table program would run a cell that begins like a formula, so such a text gets a mark in front. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

export function auditCsv(entries: readonly AuditEntry[]): string {
  const lines = entries.map(entry => {
    const row = flat(entry)
    return columns.map(name => cell(name === 'data' ? JSON.stringify(row.data) : row[name])).join(',')
  })
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

export const auditJsonLines = (entries: readonly AuditEntry[]) =>
  entries.map(entry => `${JSON.stringify(flat(entry))}\n`).join('')
