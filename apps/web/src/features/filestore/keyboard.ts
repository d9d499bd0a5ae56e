import { latinOf } from '../../lib/shortcuts.ts'

interface Pressed {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

interface Moved {
  range: boolean
  toggle: boolean
}

export type Command =
  | ({ do: 'step'; by: number } & Moved)
  | { do: 'open' | 'up' | 'toggle' | 'all' | 'clear' | 'rename' | 'trash' | 'cut' | 'copy' | 'paste' }

/** How many items stand beside each other, and how many lines of them are in sight. */
interface Layout {
  columns: number
  lines: number
}

const farAway = 1_000_000

const letters: Record<string, 'all' | 'cut' | 'copy' | 'paste'> = { a: 'all', x: 'cut', c: 'copy', v: 'paste' }

/** What a key means in the list. Undefined where the browser, or somebody else, should have it. */
export function commandOf(pressed: Pressed, layout: Layout): Command | undefined {
  const { key, shiftKey: range, altKey } = pressed
  const toggle = pressed.ctrlKey || pressed.metaKey
  if (altKey) return key === 'ArrowUp' ? { do: 'up' } : undefined
  const by = distance(key, layout)
  if (by !== 0) return { do: 'step', by, range, toggle }
  if (key === ' ') return { do: 'toggle' }
  if (toggle) {
    const letter = letters[latinOf(pressed)]
    return letter && !range ? { do: letter } : undefined
  }
  return plain(key)
}

function distance(key: string, { columns, lines }: Layout): number {
  if (key === 'ArrowDown') return columns
  if (key === 'ArrowUp') return -columns
  if (key === 'ArrowRight') return columns > 1 ? 1 : 0
  if (key === 'ArrowLeft') return columns > 1 ? -1 : 0
  if (key === 'PageDown') return columns * lines
  if (key === 'PageUp') return -columns * lines
  if (key === 'Home') return -farAway
  return key === 'End' ? farAway : 0
}

function plain(key: string): Command | undefined {
  if (key === 'Enter') return { do: 'open' }
  if (key === 'Escape') return { do: 'clear' }
  if (key === 'Delete') return { do: 'trash' }
  if (key === 'F2') return { do: 'rename' }
  return key === 'Backspace' ? { do: 'up' } : undefined
}
