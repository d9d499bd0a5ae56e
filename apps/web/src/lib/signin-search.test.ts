import { describe, expect, test } from 'vitest'
import { afterSignin, signinSearch } from './signin-search.ts'

describe('where somebody goes after signing in', () => {
  test('to the organisations, when nothing else was wanted', () => {
    expect(afterSignin({})).toBe('/org')
  })

  test('to the page they wanted, with its query and hash', () => {
    expect(afterSignin({ redirect: '/org/acme/users?tab=members#x' })).toBe('/org/acme/users?tab=members#x')
  })

  test('to the invite before anything else', () => {
    const search = { 'invite-token': 'a/b c', 'email-token': 't', userid: 'mara', redirect: '/settings' }
    expect(afterSignin(search)).toBe('/auth/verify-invite?token=a%2Fb+c')
  })

  test('to the e-mail change before the page they wanted', () => {
    const search = { 'email-token': 't1', userid: 'mara', redirect: '/settings' }
    expect(afterSignin(search)).toBe('/auth/change-email?token=t1&userid=mara')
  })

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example',
    'javascript:alert(1)',
    'org',
  ])('never to another site: %j', redirect => {
    expect(afterSignin({ redirect })).toBe('/org')
  })
})

test('an address keeps only what the screens know, and no empty values', () => {
  const search = { redirect: '/org', 'invite-token': '', other: 'x', userid: 7, orgname: 'Acme' }
  expect(signinSearch(search)).toEqual({ redirect: '/org', orgname: 'Acme' })
})
