import { isIPv6 } from 'node:net'

/**
 * Whose tries are counted together. One household or server has 2^64 addresses of IPv6 and can come from another one each time, so
 * the network is what counts there.
 */
export function networkOf(address: string): string {
  const [, embedded] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (embedded) return embedded
  if (!isIPv6(address)) return address
  const [front = '', back = ''] = address.split('%')[0]?.split('::') ?? []
  const [first, last] = [front, back].map(part => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0')
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
