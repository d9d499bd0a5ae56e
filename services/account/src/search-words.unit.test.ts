import { expect, it } from 'vitest'
import { prefixesOf, rarestFirst, wordsOf } from './search-words.ts'

it('people are found by user id, its parts, and the words of their name without accents', () => {
  expect(wordsOf({ userid: 'mara-l', name: 'Mára Lind-Øberg' })).toEqual(['mara-l', 'mara', 'l', 'lind', 'øberg'])
})

it('a search is for the beginnings of words, each once', () => {
  expect(prefixesOf('  M LINDÉ  m ')).toEqual(['m', 'linde'])
  expect(prefixesOf('   ')).toEqual([])
})

it('the word with the fewest matches leads', async () => {
  const matches: Record<string, number> = { person: 1_000, mar: 12, m: 80 }
  expect(await rarestFirst(['person', 'mar', 'm'], async prefix => matches[prefix] ?? 0)).toEqual([
    'mar',
    'm',
    'person',
  ])
})
