import { describe, expect, it } from 'vitest'
import { createThemeStore } from './theme.ts'

/** Just the parts of a browser window that a theme touches. */
function browser({ stored, systemDark = false, blocked = false }: Options = {}) {
  const kept = new Map(stored === undefined ? [] : [['vite-ui-theme', stored]])
  const classes = new Set<string>()
  const bar = { content: '' }
  const system = Object.assign(new EventTarget(), { matches: systemDark })
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const page = Object.assign(new EventTarget(), {
    localStorage: {
      getItem: (key: string) => (blocked ? refuse() : (kept.get(key) ?? null)),
      setItem: (key: string, value: string) => (blocked ? refuse() : kept.set(key, value)),
    },
    matchMedia: () => system,
    getComputedStyle: () => ({ backgroundColor: classes.has('dark') ? 'black' : 'white' }),
    document: {
      documentElement: {
        classList: { toggle: (name: string, on: boolean) => (on ? classes.add(name) : classes.delete(name)) },
      },
      querySelector: () => ({ setAttribute: (_name: string, value: string) => Object.assign(bar, { content: value }) }),
    },
  })
  return {
    window: page as unknown as Window,
    kept,
    bar,
    isPaintedDark: () => classes.has('dark'),
    systemTurns: (dark: boolean) => {
      system.matches = dark
      system.dispatchEvent(new Event('change'))
    },
    otherTabStores: (key: string | null, newValue: string | null) =>
      page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue })),
  }
}

type Options = { stored?: string; systemDark?: boolean; blocked?: boolean }

describe('theme', () => {
  it('is light for somebody who never chose, whatever the system prefers', () => {
    const { window, isPaintedDark } = browser({ systemDark: true })
    expect(createThemeStore(window).theme()).toBe('light')
    expect(isPaintedDark()).toBe(false)
  })

  it('starts with what was chosen before', () => {
    const { window, isPaintedDark } = browser({ stored: 'dark' })
    expect(createThemeStore(window).theme()).toBe('dark')
    expect(isPaintedDark()).toBe(true)
  })

  it('takes a stored word it does not know for light', () => {
    expect(createThemeStore(browser({ stored: 'sepia' }).window).theme()).toBe('light')
  })

  it('keeps a choice, paints it and tells who listens', () => {
    const { window, kept, bar, isPaintedDark } = browser()
    const store = createThemeStore(window)
    const seen: string[] = []
    const stop = store.subscribe(() => seen.push(store.theme()))
    store.setTheme('dark')
    expect(kept.get('vite-ui-theme')).toBe('dark')
    expect(isPaintedDark()).toBe(true)
    expect(bar.content).toBe('black')
    stop()
    store.setTheme('light')
    expect(bar.content).toBe('white')
    expect(seen).toEqual(['dark'])
  })

  it('follows the system while system is chosen, and only then', () => {
    const { window, isPaintedDark, systemTurns } = browser({ stored: 'system' })
    const store = createThemeStore(window)
    expect(isPaintedDark()).toBe(false)
    systemTurns(true)
    expect(isPaintedDark()).toBe(true)
    expect(store.isDark()).toBe(true)
    store.setTheme('light')
    systemTurns(false)
    systemTurns(true)
    expect(isPaintedDark()).toBe(false)
  })

  it('follows a choice made in another tab', () => {
    const { window, isPaintedDark, otherTabStores } = browser()
    const store = createThemeStore(window)
    otherTabStores('user-credentials', 'dark')
    expect(isPaintedDark()).toBe(false)
    otherTabStores('vite-ui-theme', 'dark')
    expect(store.theme()).toBe('dark')
    expect(isPaintedDark()).toBe(true)
    otherTabStores(null, null)
    expect(store.theme()).toBe('light')
  })

  it('still changes where the browser refuses to store', () => {
    const { window, isPaintedDark } = browser({ blocked: true })
    const store = createThemeStore(window)
    store.setTheme('dark')
    expect(store.theme()).toBe('dark')
    expect(isPaintedDark()).toBe(true)
  })
})
