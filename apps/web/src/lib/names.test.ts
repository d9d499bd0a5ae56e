import { expect, test } from 'vitest'
import { shortName, shownName } from './names.ts'

test('a name that fits stays as it is', () => {
  expect(shortName('harbour at noon.jpg')).toBe('harbour at noon.jpg')
  expect(shortName('é'.repeat(64))).toBe('é'.repeat(64))
})

test('of a long one the beginning and the end are told', () => {
  const name = `Minutes of the meeting about the extension of the ${'very '.repeat(30)}old harbour, v2.txt`
  expect(shortName(name)).toBe('Minutes of the meeting about the extension o…harbour, v2.txt')
  // Nothing is cut through the middle of a sign.
  expect(shortName('🚢'.repeat(80))).toBe(`${'🚢'.repeat(44)}…${'🚢'.repeat(16)}`)
})

test('what cannot be seen in a name, or turns it around, is shown', () => {
  expect(shownName('\u202egpj.exe')).toBe('\ufffdgpj.exe')
  expect(shownName('\u200b')).toBe('\ufffd')
  expect(shortName('a \u2066b\u2069')).toBe('a \ufffdb\ufffd')
  // Families are joined by what cannot be seen, Persian words are parted by it, and Arabic turns around by itself.
  for (const name of ['👩‍👩‍👧‍👦', 'می‌خواهم', 'مرحبا.txt']) expect(shownName(name)).toBe(name)
})
