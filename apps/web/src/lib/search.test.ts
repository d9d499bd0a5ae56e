import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

test.each(['00123', '1e9', 'true', 'null', '{"a":1}', 'a b&c=d/ü', ''])('the value %j comes back as it went', token => {
  expect(parseSearch(stringifySearch({ token }))).toEqual({ token })
})

test('no values, no question mark', () => {
  expect(stringifySearch({ token: undefined })).toBe('')
})
