const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** '0 bytes', '1.5 MB', '84 GB'. A unit is a thousand of the one before, as on the label of a disk. */
export function bytes(count: number): string {
  if (count === 1) return '1 byte'
  let [value, unit] = [count, 0]
  // What would be written as 1,000 of a unit is 1 of the next.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const format = unit === 0 || value >= 100 ? whole : short
  return `${format.format(value)} ${units[unit]}`
}
