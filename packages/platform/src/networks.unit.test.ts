import { expect, it } from 'vitest'
import { networkOf } from './networks.ts'

it('is the address itself, or the network where one visitor has many', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})
