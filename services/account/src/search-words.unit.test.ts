import { expect, it } from 'vitest'
import { prefixesOf, wordsOf } from './search-words.ts'

it('people are found by user id, its parts, and the words of their name without accents', () => {
  expect(wordsOf({ userid: 'mara-l', name: 'Mára Lind-Øberg' })).toEqual(['mara-l', 'mara', 'l', 'lind', 'øberg'])
})

it('a search begins with the word that has the fewest matches', () => {
  expect(prefixesOf('  M LINDÉ ')).toEqual(['linde', 'm'])
  expect(prefixesOf('   ')).toEqual([])
})
