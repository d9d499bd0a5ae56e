import { randomBytes } from 'node:crypto'
import { apiBase } from '@plinth/contract/call'

const name = 'plinth-device'
const days = 180
export const deviceLifetimeMs = days * 24 * 3_600_000

/** The token by which a browser is known again; a new one for a browser that shows none of ours. */
export function deviceTokenOf(cookies = ''): string {
  const [, token] = /(?:^|;\s*)plinth-device=([\w-]{43})(?:;|$)/.exec(cookies) ?? []
  return token ?? randomBytes(32).toString('base64url')
}

/** Only sign-in sees it, and no script. It opens nothing: it says who may go on trying while others guess. */
export function deviceCookie(token: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${token}; Max-Age=${days * 86_400}; Path=${apiBase}/login; HttpOnly; SameSite=Strict${secure}`
}
