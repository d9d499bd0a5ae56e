import { userid } from '@plinth/contract/fields'
import { describe, expect, it } from 'vitest'
import { suggestions } from './suggestions.ts'

const identity = { subject: '1', name: '', email: null, emailverified: false }
const first = (given: { login?: string; name?: string; email?: string }) => suggestions({ ...identity, ...given })[0]

describe('the user id that is suggested', () => {
  it.each([
    [{ login: 'Ada-L', name: 'Ada Lovelace' }, 'ada-l'],
    [{ name: 'José Ñandú' }, 'jose-nandu'],
    [{ name: 'Juan Carlos de la Vega' }, 'juan-carlos-de'],
    [{ name: '李小龙', email: 'bruce.lee+x@example.org' }, 'bruce-lee-x'],
    [{ name: 'Al', email: 'al@example.org' }, 'user2'],
    [{}, 'user2'],
    [{ name: '<script>' }, 'script'],
    [{ login: 'a--b__c..d' }, 'a-b-c'],
    [{ login: 'x'.repeat(100) }, 'x'.repeat(40)],
    [{ login: `${'x'.repeat(39)}-y` }, 'x'.repeat(39)],
  ])('of %j is %s', (given, expected) => {
    expect(first(given)).toBe(expected)
  })

  it('is well formed, and so are those that stand in for a taken one', () => {
    for (const login of ['ada', 'x'.repeat(100), '', '🦊', 'a-b-c-d']) {
      const all = suggestions({ ...identity, login, name: 'Ada Lovelace', email: 'ada@example.org' })
      expect(all.filter(one => !userid.safeParse(one).success)).toEqual([])
      expect(new Set(all).size).toBeGreaterThan(3)
    }
  })
})
