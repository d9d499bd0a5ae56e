import { beforeEach, expect, test, vi } from 'vitest'
import { local } from './storage.ts'

/** As a browser's, with room for so many. */
function stub(room: number) {
  const kept = new Map<string, string>()
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (kept.size >= room && !kept.has(key)) throw new DOMException('', 'QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
  const ownKeys = () => [...kept.keys()]
  const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true })
  vi.stubGlobal('localStorage', new Proxy(methods, { ownKeys, getOwnPropertyDescriptor }))
  return kept
}

beforeEach(() => {
  for (const key of local.keys()) local.removeItem(key)
})

test('what the browser keeps is read from it, and written to it', () => {
  const kept = stub(2)
  local.setItem('a', '1')
  expect([...kept]).toEqual([['a', '1']])
  // Another tab, or the next page, knows better.
  kept.set('a', '2')
  expect(local.getItem('a')).toBe('2')
  expect(local.keys()).toEqual(['a'])
  local.removeItem('a')
  expect([kept.size, local.getItem('a')]).toEqual([0, null])
})

test('what there is no room for lasts as long as the page', () => {
  const kept = stub(1)
  local.setItem('a', '1')
  local.setItem('b', '2')
  expect([local.getItem('a'), local.getItem('b'), kept.has('b')]).toEqual(['1', '2', false])
  expect(local.keys().sort()).toEqual(['a', 'b'])
  kept.clear()
  local.setItem('b', '3')
  expect([local.getItem('b'), kept.get('b')]).toEqual(['3', '3'])
})

test('a browser that refuses even to be asked is asked in vain, and nothing breaks', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse, ownKeys: refuse }))
  expect(local.getItem('a')).toBeNull()
  local.setItem('a', '1')
  expect([local.getItem('a'), local.keys()]).toEqual(['1', ['a']])
  local.removeItem('a')
  expect(local.getItem('a')).toBeNull()
})
