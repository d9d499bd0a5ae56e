import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

// The script in index.html and landing.html reads the same key and sets the same class before the first paint.
const KEY = 'vite-ui-theme'

const parseTheme = (value: string | null): Theme => (value === 'dark' || value === 'system' ? value : 'light')

function readTheme(win: Window): Theme {
  try {
    return parseTheme(win.localStorage.getItem(KEY))
  } catch {
    return 'light'
  }
}

function writeTheme(win: Window, theme: Theme) {
  try {
    win.localStorage.setItem(KEY, theme)
  } catch {
    // A browser that keeps nothing still gets the theme until the page closes.
  }
}

/** Follows the user's choice, the operating system and other tabs, and paints the page by them. */
export function createThemeStore(win: Window) {
  const listeners = new Set<() => void>()
  const system = win.matchMedia('(prefers-color-scheme: dark)')
  const root = win.document.documentElement
  let theme = readTheme(win)

  const isDark = () => theme === 'dark' || (theme === 'system' && system.matches)
  const paint = () => {
    root.classList.toggle('dark', isDark())
    const bar = win.document.querySelector('meta[name="theme-color"]')
    bar?.setAttribute('content', win.getComputedStyle(root).backgroundColor)
    for (const listener of listeners) listener()
  }
  const show = (next: Theme) => {
    theme = next
    paint()
  }

  system.addEventListener('change', paint)
  win.addEventListener('storage', event => {
    if (event.key === KEY || event.key === null) show(parseTheme(event.newValue))
  })
  paint()

  return {
    theme: () => theme,
    isDark,
    setTheme: (next: Theme) => {
      writeTheme(win, next)
      show(next)
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

let store: ReturnType<typeof createThemeStore> | undefined

/** Called once when the app starts, so that the page follows the system and other tabs whatever it shows. */
export function startTheme() {
  store ??= createThemeStore(window)
  return store
}

export function useTheme() {
  const { subscribe, theme, isDark, setTheme } = startTheme()
  return {
    theme: useSyncExternalStore(subscribe, theme),
    dark: useSyncExternalStore(subscribe, isDark),
    setTheme,
  }
}
