import { Secret, TOTP } from 'otpauth'

/** A code works once. The server takes that of the next half minute too, so nobody has to wait here for a second one. */
export const codeOf = (secret: string, when: 'now' | 'next') =>
  codeAt(secret, Date.now() + (when === 'next' ? 30_000 : 0))

const codeAt = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** Six digits that are right neither now nor soon. */
export function wrongCodeOf(secret: string): string {
  const right = [-1, 0, 1, 2].map(steps => codeAt(secret, Date.now() + steps * 30_000))
  return ['000000', '111111', '222222', '333333', '444444'].find(code => !right.includes(code)) ?? ''
}
