import { TOTP } from 'otpauth'

/** Six digits that are right neither now nor in the half minutes beside it. */
export function wrongCodeOf(secret: string): string {
  const right = [-30_000, 0, 30_000].map(ms => new TOTP({ secret }).generate({ timestamp: Date.now() + ms }))
  return ['000000', '111111', '222222', '333333'].find(code => !right.includes(code)) ?? ''
}
