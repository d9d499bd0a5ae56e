import { expect, test } from 'vitest'
import { neighboursOf, placeIn } from './neighbours.ts'

const file = (objid: string) => ({ objid, objtype: 2 as const })
const folder = (objid: string) => ({ objid, objtype: 1 as const })
const list = [folder('plans'), file('a'), file('b'), folder('old'), file('c')]
const many = Array.from({ length: 50 }, (_, n) => file(String(n)))

test('folders are walked past', () => {
  const around = { at: 2, index: 1, count: 3, previous: 'a', next: 'c', unread: undefined }
  expect(neighboursOf(list, 'b', false)).toEqual(around)
})

test('nothing is before the first and after the last', () => {
  expect(neighboursOf(list, 'a', false).previous).toBeUndefined()
  expect(neighboursOf(list, 'c', false)).toMatchObject({ next: undefined, unread: undefined })
})

test('a file that the list does not hold has no neighbours', () => {
  expect(neighboursOf(list, 'elsewhere', false)).toMatchObject({ index: -1, count: 3, unread: undefined })
})

test('a file that has left the list lies between those that stood beside it', () => {
  expect(neighboursOf(list, 'gone', false, 2)).toMatchObject({ at: 2, index: -1, previous: 'a', next: 'b' })
  expect(neighboursOf(list, 'gone', false, 0)).toMatchObject({ previous: undefined, next: 'a' })
  expect(neighboursOf(list, 'gone', false, 5)).toMatchObject({ previous: 'c', next: undefined, unread: undefined })
  // It is not looked for in what was not read yet; what follows it is.
  expect(neighboursOf([undefined, file('a'), file('b'), undefined], 'gone', false, 2).unread).toBeUndefined()
  expect(neighboursOf(many, 'gone', true, 50)).toMatchObject({ previous: '49', next: undefined, unread: 50 })
})

test('more is read near the end', () => {
  expect(neighboursOf(many, '10', true).unread).toBeUndefined()
  expect(neighboursOf(many, '48', true)).toMatchObject({ next: '49', unread: 50 })
  expect(neighboursOf(many, '49', true)).toMatchObject({ next: undefined, unread: 50 })
})

test('what was not read between pages that were is read when one comes to it', () => {
  const holes = [file('a'), file('b'), undefined, undefined, file('e')]
  expect(neighboursOf(holes, 'b', false)).toMatchObject({ previous: 'a', next: undefined, unread: 2 })
  expect(neighboursOf(holes, 'e', false)).toMatchObject({ index: 4, previous: undefined, unread: 3 })
})

test('a file that a link leads to is looked for, but not for ever', () => {
  expect(neighboursOf(many, 'elsewhere', true).unread).toBe(50)
  expect(neighboursOf([file('a'), undefined], 'elsewhere', false).unread).toBe(1)
  const tooMany = Array.from({ length: 2_000 }, (_, n) => file(String(n)))
  expect(neighboursOf(tooMany, 'elsewhere', true).unread).toBeUndefined()
})

test('says where in the list one is', () => {
  expect(placeIn(neighboursOf(list, 'b', false), false)).toBe('2 of 3')
  expect(placeIn(neighboursOf(list, 'b', true), true)).toBe('2 of 3+')
  expect(placeIn(neighboursOf(list, 'elsewhere', true), true)).toBe('')
})
