import { expect, test } from 'vitest'
import { bytesOf, nameBeside } from './names-beside.ts'

test.each([
  ['plan.txt', false, 'plan (2).txt'],
  ['plan.tar.gz', false, 'plan.tar (2).gz'],
  ['.env', false, '.env (2)'],
  ['no ending', false, 'no ending (2)'],
  ['v1.2', true, 'v1.2 (2)'],
])('a name beside %s', (name, isFolder, beside) => {
  expect(nameBeside(name, '2', isFolder)).toBe(beside)
})

test('one that is full is cut before its ending, and never through a character', () => {
  expect(nameBeside(`${'a'.repeat(251)}.txt`, '2', false)).toBe(`${'a'.repeat(247)} (2).txt`)
  const beside = nameBeside(`${'ü'.repeat(125)}.txt`, '12', false)
  expect(beside).toBe(`${'ü'.repeat(123)} (12).txt`)
  expect(bytesOf(beside)).toBeLessThanOrEqual(255)
})

test('an ending that fills the whole name is none', () => {
  expect(nameBeside(`a.${'b'.repeat(253)}`, '2', false)).toBe(`a.${'b'.repeat(249)} (2)`)
})
