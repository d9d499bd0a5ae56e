import { expect, test } from 'vitest'
import { ago } from './ago.ts'

const now = Date.UTC(2026, 10, 15)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.each([
  [-20_000, 'just now'],
  [20_000, 'just now'],
  [-5 * minute, '5 minutes ago'],
  [-3 * hour, '3 hours ago'],
  [-day, 'yesterday'],
  [-40 * day, 'last month'],
  [36 * hour, 'tomorrow'],
  [29 * day, 'in 29 days'],
  [366 * day, 'next year'],
])('%d ms from now is %s', (distance, words) => {
  expect(ago(now + distance, now)).toBe(words)
})
