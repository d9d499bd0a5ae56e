import { expect, test } from 'vitest'
import { filesSearch, parseSearch, stringifySearch } from './search.ts'

test.each(['00123', '1e9', 'true', 'null', '{"a":1}', 'a b&c=d/ü', ''])('the value %j comes back as it went', token => {
  expect(parseSearch(stringifySearch({ token }))).toEqual({ token })
})

test('no values, no question mark', () => {
  expect(stringifySearch({ token: undefined })).toBe('')
})

test('what the File Store does not know in an address is left out, not passed on', () => {
  const address = { view: 'bin', kind: 'image', changed: 'ever', q: '' }
  expect({ ...address, ...filesSearch(address) }).toEqual({
    view: undefined,
    kind: undefined,
    changed: undefined,
    q: undefined,
  })
  expect(stringifySearch({ ...filesSearch({ kind: 'images', by: 'mara' }) })).toBe('?kind=images&by=mara')
})
