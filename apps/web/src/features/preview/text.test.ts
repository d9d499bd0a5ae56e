import { expect, test } from 'vitest'
import { bytesOf, textOf, wholeLines } from './text.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('what is UTF-8 is text', () => {
  expect(textOf(bytes('grün\n'), false)).toEqual({ text: 'grün\n', mark: false, lineBreak: '\n' })
  expect(textOf(bytes(''), false)?.text).toBe('')
})

test.each([
  ['Latin-1', [0x67, 0x72, 0xfc, 0x6e]],
  ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46, 0x00, 0x01]],
])('%s is not', (_name, given) => {
  expect(textOf(Uint8Array.from(given), false)).toBeUndefined()
})

test('a character that was cut through is no reason to doubt the rest', () => {
  const half = bytes('grü').slice(0, -1)
  expect(textOf(half, true)?.text).toBe('gr')
  expect(textOf(half, false)).toBeUndefined()
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
