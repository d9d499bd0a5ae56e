import { expect, test } from 'vitest'
import { placesOf } from './places.ts'

test('what was kept beside others can have their names with a number', () => {
  const places = [...placesOf({ path: 'a.b/plan.txt', sentAs: 'keepboth' })]
  expect(places.slice(0, 3)).toEqual(['a.b/plan.txt', 'a.b/plan (2).txt', 'a.b/plan (3).txt'])
  expect(places).toHaveLength(49)
})

test('a name that is full is cut as the server cuts it', () => {
  const [, second] = placesOf({ path: `deep/${'u\u0308'.repeat(125)}.txt`, sentAs: 'keepboth' })
  expect(second).toBe(`deep/${'ü'.repeat(123)} (2).txt`)
})

test('anything else is where it was sent to', () => {
  expect([...placesOf({ path: 'plan.txt', sentAs: 'replace' })]).toEqual(['plan.txt'])
})
