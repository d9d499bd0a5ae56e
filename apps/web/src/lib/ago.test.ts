import { expect, test } from 'vitest'
import { ago } from './ago.ts'

// Noon of the clock on the wall, wherever the tests run.
const now = new Date(2026, 10, 15, 12).getTime()
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.each([
  [-20_000, 'just now'],
  [20_000, 'just now'],
  [-5 * minute, '5 minutes ago'],
  [-3 * hour, '3 hours ago'],
  [-day, 'yesterday'],
  [-40 * day, 'last month'],
  [20 * hour, 'in 20 hours'],
  [day - minute, 'tomorrow'],
  [35 * hour, 'tomorrow'],
  [7 * day - minute, 'in 7 days'],
  [30 * day, 'in 30 days'],
  [90 * day, 'in 3 months'],
  [366 * day, 'next year'],
])('%d ms from now is %s', (distance, words) => {
  expect(ago(now + distance, now)).toBe(words)
})

test('what ends late the same day ends in hours', () => {
  const early = new Date(2026, 10, 15, 0, 30).getTime()
  expect(ago(early + 23 * hour, early)).toBe('in 23 hours')
})
