import { useEffect } from 'react'

const apple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

export const commandKey = apple ? '⌘' : 'Ctrl'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** The letter; on a keyboard that writes Greek, Russian or Hebrew, the one that the same key has on a Latin one. */
export const latinOf = ({ key, code }: { key: string; code: string }) =>
  (/^\p{ASCII}*$/u.test(key) ? key : code.replace(/^Key/, '')).toLowerCase()

/** Ctrl or ⌘ with K anywhere; ? where it is not a letter that somebody types. */
export function useShortcuts({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (command && latinOf(event) === 'k') {
        event.preventDefault()
        onPalette()
      } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !typing(event.target)) {
        event.preventDefault()
        onHelp()
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onPalette, onHelp])
}
