import { describe, expect, it } from 'vitest'
import { memberCount } from './member-count.ts'

describe('the number of members', () => {
  it('is that of all', () => {
    expect(memberCount(1)).toBe('1 member')
    expect(memberCount(1_001)).toBe('1,001 members')
  })

  it('says what a search shows of them', () => {
    expect(memberCount(1_001, { seen: 3, more: false })).toBe('3 of 1,001 members')
    expect(memberCount(1_001, { seen: 10, more: true })).toBe('More than 10 of 1,001 members')
    expect(memberCount(1, { seen: 0, more: false })).toBe('0 of 1 member')
  })
})
