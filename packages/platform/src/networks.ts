import { isIP, isIPv6 } from 'node:net'

/**
 * Whose tries are counted together. One household or server has 2^64 addresses of IPv6 and can come from another one each time, so
 * the network is what counts there.
 */
export function networkOf(written: string): string {
  const address = withoutPort(written)
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

/** Some proxies say from which port somebody came as well, and that is another one each time. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}

/** Those that have a name. */
const named = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Whether a network is written as one: by its name, or as an address, alone or with how many of its bits count. */
export function isNetwork(text: string): boolean {
  if (named.has(text)) return true
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return Number(bits) >= 1 && Number(bits) <= most
}
