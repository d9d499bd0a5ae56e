import { expect, it } from 'vitest'
import { waitSentence } from './wait-sentence.ts'

it.each([
  [0, 'Wait 1 second, then try again.'],
  [1, 'Wait 1 second, then try again.'],
  [59, 'Wait 59 seconds, then try again.'],
  [60, 'Wait 1 minute, then try again.'],
  [340, 'Wait 5 minutes 40 seconds, then try again.'],
])('%i seconds: %s', (seconds, sentence) => {
  expect(waitSentence(seconds)).toBe(sentence)
})
