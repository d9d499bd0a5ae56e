import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { email, line, newPassword, orgid, projectid, userid } from './fields.ts'

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('an id', () => {
  it.each(['abc', 'a1b', 'acme-eu', 'a-b-c', '123', 'a'.repeat(50)])('can be %s', id => {
    expect(orgid.parse(id)).toBe(id)
  })

  it.each(['-abc', 'abc-', 'a--b', 'a-b-c-d', 'Abc', 'a_b', 'a b c', 'аbc', 'é-a', 'abc\n'])('cannot be %j', id => {
    expect(messageOf(orgid, id)).toBe('Organization id should only contain alphanumeric characters or hyphen.')
  })

  it.each(['acme-web-shop-eu', 'a-b-c-d-e', '2026-11-16-launch'])('of a project can be %s', id => {
    expect(projectid.parse(id)).toBe(id)
  })

  it.each(['-abc', 'abc-', 'a--b', 'Abc', 'a_b', 'a b c', 'аbc', 'abc\n'])('of a project cannot be %j', id => {
    expect(messageOf(projectid, id)).toBe('Project id should only contain alphanumeric characters or hyphen.')
  })

  it('has 3 to 50 characters', () => {
    expect(messageOf(userid, 'ab')).toBe('Use at least 3 characters.')
    expect(messageOf(userid, 'a'.repeat(51))).toBe('Use at most 50 characters.')
  })
})

describe('an address', () => {
  it('is compared in lower case, with its plus kept', () => {
    expect(email.parse('  Mara+Work@Example.ORG ')).toBe('mara+work@example.org')
  })

  it.each(['', 'mara', 'mara@', '@example.org', 'a b@example.org', `${'a'.repeat(250)}@example.org`])(
    'cannot be %j',
    address => {
      expect(messageOf(email, address)).toBe('Enter Valid email id')
    },
  )
})

describe('a name', () => {
  const name = line(2, 10, 'Too short.')

  it('is trimmed and brought to one normal form', () => {
    expect(name.parse('  Ame\u0301lie ')).toBe('Am\u00e9lie')
  })

  it('may hold an emoji of several parts', () => {
    expect(name.parse('a \u{1F469}\u200d\u{1F4BB}')).toBe('a \u{1F469}\u200d\u{1F4BB}')
  })

  it.each(['abc\u202edef', 'ab\u0000c', 'ab\u200bc', 'a\tb\nc'])('cannot hide marks: %j', text => {
    expect(messageOf(name, text)).toBe('Remove the invisible characters.')
  })

  it.each(['\u200d\u200d', '\u3164\u3164', '\u2800 \u2800', 'ab\ud800'])('shows something: not %j', text => {
    expect(messageOf(name, text)).toBe('Remove the invisible characters.')
  })

  it('may be left out where that is allowed', () => {
    expect(line(0, 10, '').parse('  ')).toBe('')
  })

  it('has a least and a greatest length', () => {
    expect(messageOf(name, ' a ')).toBe('Too short.')
    expect(messageOf(name, 'a'.repeat(11))).toBe('Use at most 10 characters.')
  })
})

describe('a new password', () => {
  it.each(['Passw0rd!', 'ÄÖü12345 ?', 'correct Horse 9 battery.'])('can be %j', password => {
    expect(newPassword.parse(password)).toBe(password)
  })

  it.each(['passw0rd!', 'Password!', 'Passw0rds', '12345678!', 'PASSWORD 9'])('cannot be %j', password => {
    expect(messageOf(newPassword, password)).toBe(
      'Use letters and digits, a special character and an uppercase letter.',
    )
  })

  it('has at least 8 characters', () => {
    expect(messageOf(newPassword, 'Ab1!')).toBe('Password should atleast be of length 8')
  })
})
