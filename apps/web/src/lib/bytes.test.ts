import { expect, test } from 'vitest'
import { bytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1536, '1.5 kB'],
  [99_960, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [84_000_000_000, '84 GB'],
  [4_200_000_000_000_000_000, '4,200 PB'],
])('%i is %s', (count, text) => {
  expect(bytes(count)).toBe(text)
})
