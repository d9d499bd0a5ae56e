import { expect, it } from 'vitest'
import { prefixesOf, wordsOf } from './search-words.ts'

it('people are found by user id, its parts, and the words of their name without accents', () => {
  expect(wordsOf('mara-l', 'Mára Lind-Øberg')).toEqual(['mara-l', 'mara', 'l', 'lind-øberg', 'lind', 'øberg'])
})

it.each([
  ['Lind-Øberg', 'lind-ø'],
  ['Seán O’Brien', "o'brien"],
  ["Seán O'Brien", 'o’b'],
  ['Plinth 2.0', '2.0'],
  ['Documents (restored)', 'restored'],
  ['R&D / Berlin', 'r&d'],
  ['web_shop', 'shop'],
  ['Rust/C++', 'rust/c++'],
])('%j is found by %j', (name, typed) => {
  const [prefix = ''] = prefixesOf(typed)
  expect(wordsOf('some-id', name).filter(word => word.startsWith(prefix))).not.toEqual([])
})

it('a search is for the beginnings of words, each once', () => {
  expect(prefixesOf('  M LINDÉ  m ')).toEqual(['m', 'linde'])
  expect(prefixesOf('   ')).toEqual([])
})

it('a beginning that another word begins with asks for nothing more', () => {
  expect(prefixesOf('m linde ma lin')).toEqual(['linde', 'ma'])
})
