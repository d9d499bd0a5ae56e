import { expect, test } from 'vitest'
import { bytesOf, textOf, wholeLines } from './text.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('what is UTF-8 is text', () => {
  expect(textOf(bytes('grün\n'), false)).toEqual({ text: 'grün\n', mark: false, lineBreak: '\n', utf8: true })
  expect(textOf(bytes(''), false)?.text).toBe('')
})

const codes = (text: string) => [...text].map(letter => letter.charCodeAt(0))
const smallEnd = (text: string) => Uint8Array.from(codes(`\ufeff${text}`).flatMap(code => [code & 255, code >> 8]))
const largeEnd = (text: string) => Uint8Array.from(codes(`\ufeff${text}`).flatMap(code => [code >> 8, code & 255]))

test.each([
  ['Windows-1252', Uint8Array.from(codes('M\xfcller;K\xf6ln;5 \x80\r\n')), 'Müller;Köln;5 €\r\n'],
  ['UTF-16', smallEnd('Müller\tłódź\r\n'), 'Müller\tłódź\r\n'],
  ['UTF-16 with the large end first', largeEnd('Müller\r\n'), 'Müller\r\n'],
])('what is %s is text, and not in UTF-8', (_name, given, text) => {
  expect(textOf(given, false)).toMatchObject({ text, lineBreak: '\r\n', utf8: false })
})

test.each([
  ['a program', [0x7f, 0x45, 0x4c, 0x46, 0x00, 0x01]],
  ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['UTF-16 without a mark', [0xfc, 0x00, 0x61, 0x00]],
  ['UTF-32', [0xff, 0xfe, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00]],
  ['half of a pair in UTF-16', [0xff, 0xfe, 0x3d, 0xd8]],
  ['what stands for nothing in Windows-1252', [0x67, 0x72, 0x81, 0x6e]],
  ['another alphabet', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2e]],
])('%s is not', (_name, given) => {
  expect(textOf(Uint8Array.from(given), false)).toBeUndefined()
})

test('a character that was cut through is no reason to doubt the rest', () => {
  const half = bytes('grü').slice(0, -1)
  expect(textOf(half, true)?.text).toBe('gr')
  expect(textOf(smallEnd('grü').subarray(0, -1), true)?.text).toBe('gr')
})

test('the mark at the beginning is kept apart, and written again', async () => {
  const read = textOf(bytes('\ufeffa,b'), false)
  expect(read).toMatchObject({ text: 'a,b', mark: true })
  expect(new Uint8Array(await bytesOf({ text: 'a,c', mark: true }).arrayBuffer())).toEqual(bytes('\ufeffa,c'))
  expect(await bytesOf({ text: 'a', mark: false }).text()).toBe('a')
})

test.each([
  ['a\r\nb\r\n', '\r\n'],
  ['a\nb', '\n'],
  ['a\r\nb\nc', '\n'],
  ['\na\r\n', '\n'],
  ['one line', '\n'],
])('lines of %j end with %j', (text, lineBreak) => {
  expect(textOf(bytes(text), false)?.lineBreak).toBe(lineBreak)
})

test('the last line is whole', () => {
  expect(wholeLines('one\ntwo\nthr')).toBe('one\ntwo\n')
  expect(wholeLines('one')).toBe('one')
})
