import type { ReactNode } from 'react'

export interface Entry {
  /** One of a kind in the whole palette. */
  id: string
  label: string
  icon: ReactNode
  /** Behind the label, such as an id. */
  note?: string
  /** What it is found by besides label and note. */
  words?: string
  act: () => void
}

export interface EntryGroup {
  heading: string
  entries: readonly Entry[]
  /** The server is still being asked. */
  searching?: boolean
  /** Why it could not be asked: none and unknown are not the same. */
  failure?: string | undefined
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Those that hold every word that was typed, wherever it stands. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  return entries.filter(({ label, note = '', words = '' }) => {
    const text = plain(`${label} ${note} ${words}`)
    return wanted.every(word => text.includes(word))
  })
}
