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

export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
