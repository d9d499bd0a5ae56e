import { expect, test } from 'vitest'
import { createPace } from './pace.ts'
import { timeLeft } from './words.ts'

const left = { bytes: 4_000, files: 1 }

test('it is too early to tell within the first second', () => {
  const pace = createPace()
  pace.note({ at: 0, bytes: 0, files: 0 })
  pace.note({ at: 900, bytes: 900, files: 0 })
  expect(pace.now(left)).toEqual({ speed: undefined, msLeft: undefined })
})

test('speed and time left come from the last seconds', () => {
  const pace = createPace()
  for (let second = 0; second <= 100; second++) pace.note({ at: second * 1000, bytes: second * 10, files: 0 })
  for (let second = 1; second <= 11; second++)
    pace.note({ at: (100 + second) * 1000, bytes: 1000 + second * 2000, files: 0 })
  expect(pace.now(left)).toEqual({ speed: 2000, msLeft: 2000 })
})

test('what was cancelled does not count as going backwards', () => {
  const pace = createPace()
  pace.note({ at: 0, bytes: 50_000, files: 0 })
  pace.note({ at: 2000, bytes: 0, files: 0 })
  pace.note({ at: 4000, bytes: 2000, files: 0 })
  expect(pace.now(left)).toEqual({ speed: 1000, msLeft: 4000 })
})

test('empty files take time by their number', () => {
  const pace = createPace()
  pace.note({ at: 0, bytes: 0, files: 0 })
  pace.note({ at: 2000, bytes: 0, files: 100 })
  expect(pace.now({ bytes: 0, files: 50 })).toEqual({ speed: 0, msLeft: 1000 })
})

test('nothing that moves has no time left to tell', () => {
  const pace = createPace()
  pace.note({ at: 0, bytes: 10, files: 0 })
  pace.note({ at: 5000, bytes: 10, files: 0 })
  expect(pace.now(left).msLeft).toBeUndefined()
})

test.each([
  [3_000, 'a few seconds left'],
  [31_000, '40 s left'],
  [58_000, '1 min left'],
  [10 * 60_000, '10 min left'],
  [61 * 60_000, '1 hour left'],
  [5 * 3_600_000, '5 hours left'],
  [72 * 3_600_000, '3 days left'],
])('%i ms are %s', (ms, text) => {
  expect(timeLeft(ms)).toBe(text)
})
