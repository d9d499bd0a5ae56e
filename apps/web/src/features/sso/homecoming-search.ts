import type { Homecoming } from '../../lib/sso-pop-up.ts'

export function homecomingSearch(search: Record<string, unknown>): Omit<Homecoming, 'type'> {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  return { code: text('code'), state: text('state'), error: text('error'), iss: text('iss') }
}
