import { TOTP } from 'otpauth'

/** What the authenticator app shows at this moment. */
export const codeOf = (secret: string) => new TOTP({ secret }).generate()

/** Six digits that are right neither now nor in the half minutes beside it. */
export function wrongCodeOf(secret: string): string {
  const right = [-30_000, 0, 30_000].map(ms => new TOTP({ secret }).generate({ timestamp: Date.now() + ms }))
  return ['000000', '111111', '222222', '333333'].find(code => !right.includes(code)) ?? ''
}
