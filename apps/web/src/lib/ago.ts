const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** '3 hours ago', 'in 29 days', 'just now'. Never rounded up: what ends in 36 hours ends tomorrow. */
export function ago(time: number, now = Date.now()): string {
  const distance = time - now
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length) ?? []
  return unit && length ? format.format(Math.trunc(distance / length), unit) : 'just now'
}
