import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000
/** No letter that can be taken for a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const group = 4
const groups = 3

export const newTotpSecret = () => new Secret({ size: 20 }).base32

/** What the QR code holds. */
export const totpUri = (secret: string, userid: string) =>
  new TOTP({
    issuer: 'Plinth',
    label: userid,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: periodMs / 1000,
  }).toString()

/** Which 30 seconds the code is of: the present ones or a neighbour's, since clocks differ. Undefined for a wrong code. */
export function totpStep(secret: string, code: string): number | undefined {
  const timestamp = Date.now()
  const delta = TOTP.validate({ token: bare(code), secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / periodMs) + delta
}

export const isTotpCode = (code: string) => /^\d{6}$/.test(bare(code))

/** Sixty random bits each, in groups that one can read out: k7pm-2xqd-9fhw. */
export const newRecoveryCodes = () => Array.from({ length: 10 }, newRecoveryCode)

function newRecoveryCode(): string {
  const letters = Array.from({ length: groups * group }, () => alphabet[randomInt(alphabet.length)]).join('')
  return (letters.match(new RegExp(`.{${group}}`, 'g')) ?? []).join('-')
}

/** However it was typed. The user id goes in too, so that a list of all hashes cannot be searched at once. */
export function recoveryCodeHash(userid: string, code: string): string {
  const letters = bare(code).toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1')
  return createHash('sha256').update(`${userid} ${letters}`).digest('base64url')
}

/** People and apps put spaces and hyphens where they like. */
const bare = (code: string) => code.replace(/[\s-]/g, '')
