import { expect, test } from 'vitest'
import { commandOf } from './keyboard.ts'

const list = { columns: 1, lines: 10 }
const grid = { columns: 4, lines: 3 }
const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const press = (key: string, keys: Partial<typeof none> = {}, layout = list, code = key) =>
  commandOf({ key, code, ...none, ...keys }, layout)

test('arrows go line by line in a list, and in both directions in a grid', () => {
  expect(press('ArrowDown')).toMatchObject({ do: 'step', by: 1 })
  expect(press('ArrowRight')).toBeUndefined()
  expect(press('ArrowDown', {}, grid)).toMatchObject({ by: 4 })
  expect(press('ArrowLeft', {}, grid)).toMatchObject({ by: -1 })
  expect(press('PageDown', {}, grid)).toMatchObject({ by: 12 })
  expect(press('ArrowUp', { shiftKey: true, ctrlKey: true })).toMatchObject({ by: -1, range: true, toggle: true })
})

test('the keys of a desktop do what they do there', () => {
  const plain = { Enter: 'open', ' ': 'toggle', Delete: 'trash', F2: 'rename', Escape: 'clear', Backspace: 'up' }
  for (const [key, command] of Object.entries(plain)) expect(press(key)).toEqual({ do: command })
  const held = { a: 'all', x: 'cut', c: 'copy', v: 'paste' }
  for (const [key, command] of Object.entries(held)) {
    expect(press(key, { ctrlKey: true })).toEqual({ do: command })
    expect(press(key.toUpperCase(), { metaKey: true })).toEqual({ do: command })
    expect(press(key)).toBeUndefined()
  }
  expect(press('ArrowUp', { altKey: true })).toEqual({ do: 'up' })
})

test('a keyboard of other letters has the same shortcuts, and one of another order its own', () => {
  const held = { ctrlKey: true }
  const written = { KeyA: 'ф', KeyX: 'χ', KeyC: 'ב', KeyV: 'М' }
  const commands = Object.entries(written).map(([code, key]) => press(key, held, list, code)?.do)
  expect(commands).toEqual(['all', 'cut', 'copy', 'paste'])
  expect(press('ф', {}, list, 'KeyA')).toBeUndefined()
  // On a Latin one the letter counts, wherever it stands.
  expect(press('x', held, list, 'KeyB')).toEqual({ do: 'cut' })
  expect(press('q', held, list, 'KeyX')).toBeUndefined()
})

test('other shortcuts are left alone', () => {
  expect(press('k', { ctrlKey: true })).toBeUndefined()
  expect(press('v', { ctrlKey: true, shiftKey: true })).toBeUndefined()
  expect(press('ArrowLeft', { altKey: true })).toBeUndefined()
  expect(press('Tab')).toBeUndefined()
})
