const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
]
const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** '3 hours ago', 'in 29 days', 'just now'. */
export function ago(time: number, now = Date.now()): string {
  const distance = time - now
  const days = distance > 22 * hour && distance < 60 * day ? daysBetween(now, time) : 0
  if (days > 0) return format.format(days, 'day')
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length) ?? []
  return unit && length ? format.format(Math.trunc(distance / length), unit) : 'just now'
}

/** What lies ahead is counted as a calendar does: what was just said to end in 7 days ends in 7 days, not in 6 and 23 hours. */
const daysBetween = (from: number, to: number) => Math.round((midnight(to) - midnight(from)) / day)

const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0)
