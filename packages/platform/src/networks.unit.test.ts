import { expect, it } from 'vitest'
import { isNetwork, networkOf } from './networks.ts'

it('is the address itself, or the network where one visitor has many', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})

it('is the same from each port, which some proxies write behind the address', () => {
  expect(networkOf('203.0.113.7:50001')).toBe('203.0.113.7')
  expect(networkOf('[2001:db8:1:2::9]:50001')).toBe('2001:db8:1:2::/64')
  expect(networkOf('[2001:db8:1:2::9]')).toBe('2001:db8:1:2::/64')
})

it('can be written as an address, with its bits, or as one of three names', () => {
  for (const network of ['loopback', '::1', '127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
    expect(isNetwork(network)).toBe(true)
  for (const other of ['', '2', 'localhost', '10.0.0.0/', '10.0.0.0/x', '::1/129']) expect(isNetwork(other)).toBe(false)
})
