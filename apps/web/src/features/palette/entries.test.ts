import { describe, expect, it } from 'vitest'
import { type Entry, matching } from './entries.ts'

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({
  id: label,
  label,
  icon: null,
  act: () => {},
  ...more,
})
const found = (typed: string, entries: Entry[]) => matching(entries, typed).map(({ label }) => label)

describe('what the palette finds', () => {
  const entries = [entry('Billing'), entry('Café Böhm', { note: 'cafe-bohm' }), entry('Members', { words: 'settings' })]

  it('is everything while nothing is typed', () => {
    expect(found('  ', entries)).toHaveLength(3)
  })

  it('holds every typed word, in any order and in the middle of a word', () => {
    expect(found('ling', entries)).toEqual(['Billing'])
    expect(found('böhm caf', entries)).toEqual(['Café Böhm'])
    expect(found('billing böhm', entries)).toEqual([])
  })

  it('does not ask for accents, and looks at notes and further words', () => {
    expect(found('cafe bohm', entries)).toEqual(['Café Böhm'])
    expect(found('SETTINGS', entries)).toEqual(['Members'])
  })
})
