import * as z from 'zod'
import { call } from './call.ts'
import { credentials, currentPassword } from './login.ts'

const base = { auth: 'token', permission: 'self', errMsg: true } as const
const code = z.string().trim().min(6, 'Enter the code.').max(20, 'Enter the code.')
const recoverycodes = z.strictObject({ recoverycodes: z.array(z.string()) })

/** What TWO_FACTOR_NEEDED carries in `errdata.data`: the ticket of the second step, and what may serve as one. */
export const secondStep = z.object({
  ticket: z.string(),
  methods: z.array(z.enum(['totp', 'recovery', 'passkey'])),
})
export type SecondStep = z.output<typeof secondStep>

/** The second step of a sign-in that answered TWO_FACTOR_NEEDED: its ticket, and a code of the app or a recovery code. */
export const signinTwoFactor = call({
  name: 'signinTwoFactor',
  summary: 'Finish a sign-in with a code from the authenticator app, or a recovery code.',
  method: 'POST',
  path: '/login/twofactor/signin',
  auth: 'none',
  permission: 'anyone',
  request: z.object({ ticket: z.string().min(1).max(200), code }),
  response: credentials,
  errors: ['WRONG_CODE', 'SIGNIN_EXPIRED'],
  errMsg: true,
})

export const startTotp = call({
  ...base,
  name: 'startTotp',
  summary: 'Begin to set up an authenticator app: the secret, and the address that its QR code holds.',
  method: 'POST',
  path: '/login/twofactor/totp/start',
  request: z.object({ password: currentPassword }),
  response: z.strictObject({ secret: z.string(), uri: z.string() }),
  errors: ['WRONG_PASSWORD', 'TWO_FACTOR_ON'],
})

export const confirmTotp = call({
  ...base,
  name: 'confirmTotp',
  summary: 'Turn two-factor sign-in on with a code that the app shows. Answers the recovery codes, once.',
  method: 'POST',
  path: '/login/twofactor/totp/confirm',
  request: z.object({ code }),
  response: recoverycodes,
  errors: ['WRONG_CODE', 'TWO_FACTOR_ON'],
})

export const renewRecoveryCodes = call({
  ...base,
  name: 'renewRecoveryCodes',
  summary: 'Make new recovery codes; the old ones end.',
  method: 'POST',
  path: '/login/twofactor/recoverycodes/renew',
  request: z.object({ code }),
  response: recoverycodes,
  errors: ['WRONG_CODE', 'TWO_FACTOR_OFF'],
})

export const disableTotp = call({
  ...base,
  name: 'disableTotp',
  summary: 'Turn two-factor sign-in with an app off, knowing a code.',
  method: 'POST',
  path: '/login/twofactor/totp/disable',
  request: z.object({ code }),
  response: z.strictObject({}),
  errors: ['WRONG_CODE', 'TWO_FACTOR_OFF'],
})
