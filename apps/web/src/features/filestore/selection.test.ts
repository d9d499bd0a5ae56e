import { expect, test } from 'vitest'
import { banded, choose, chooseAll, grown, nothingChosen, only, step, withoutGone } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const ids = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('')

test('a click chooses one, Ctrl adds and takes away, Shift chooses all from the anchor', () => {
  const one = choose(nothingChosen, order, 'b')
  expect(ids(one)).toBe('b')
  expect(ids(choose(one, order, 'd', { toggle: true }))).toBe('bd')
  expect(ids(choose(one, order, 'b', { toggle: true }))).toBe('')
  const range = choose(one, order, 'd', { range: true })
  expect(ids(range)).toBe('bcd')
  // The anchor stays: a second Shift-click turns the range around it.
  expect(ids(choose(range, order, 'a', { range: true }))).toBe('ab')
  const two = choose(only('a'), order, 'c', { toggle: true })
  expect(ids(choose(two, order, 'e', { range: true, toggle: true }))).toBe('acde')
})

test('a range from something that has gone is a plain click', () => {
  expect(ids(choose(only('x'), order, 'c', { range: true }))).toBe('c')
})

test('arrows move, stop at the ends, extend with Shift and only look with Ctrl', () => {
  expect(step(nothingChosen, order, 1).active).toBe('a')
  expect(step(nothingChosen, order, -1).active).toBe('e')
  expect(step(nothingChosen, order, 1_000).active).toBe('e')
  expect(step(nothingChosen, order, -1_000).active).toBe('a')
  expect(step(only('e'), order, 1).active).toBe('e')
  const extended = step(step(only('b'), order, 1, { range: true }), order, 1, { range: true })
  expect([ids(extended), extended.active]).toEqual(['bcd', 'd'])
  expect(ids(step(extended, order, -1, { range: true }))).toBe('bc')
  const looking = step(only('b'), order, 2, { toggle: true })
  expect([ids(looking), looking.active]).toEqual(['b', 'd'])
})

test('all, and what a rubber band touches', () => {
  expect(ids(chooseAll(nothingChosen, order))).toBe('abcde')
  expect(ids(banded(only('a'), ['c', 'd'], false))).toBe('cd')
  expect(ids(banded(only('a'), ['c', 'd'], true))).toBe('acd')
})

test('what has gone is no longer chosen; nothing changes where nothing went', () => {
  const two = choose(only('a'), order, 'c', { toggle: true })
  expect(ids(withoutGone(two, ['a', 'b']))).toBe('a')
  expect(withoutGone(two, order)).toBe(two)
})

test('the keyboard goes on where something has gone, and nowhere where it was nowhere', () => {
  const left = withoutGone(only('c'), ['a', 'b', 'd', 'e'], 2)
  expect([ids(left), left.active]).toEqual(['', 'd'])
  expect(withoutGone(only('e'), ['a', 'b'], 4).active).toBe('b')
  expect(withoutGone(only('e'), [], 4).active).toBeUndefined()
  expect(withoutGone(only('x'), order).active).toBeUndefined()
  expect(withoutGone(nothingChosen, order, 2)).toBe(nothingChosen)
})

test('what is taken out while all are read stays out; what is chosen anew has the last word', () => {
  const begun = { ...chooseAll(nothingChosen, ['a', 'b']), growing: {} }
  expect(ids(grown(begun, begun, order))).toBe('abcde')
  expect(ids(grown(choose(begun, order, 'b', { toggle: true }), begun, order))).toBe('acde')
  expect(ids(grown(withoutGone(begun, ['a']), begun, ['a', 'c']))).toBe('ac')
  expect(ids(grown(only('b'), begun, order))).toBe('b')
  expect(ids(grown(nothingChosen, begun, order))).toBe('')
})
