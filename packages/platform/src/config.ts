import { resolve } from 'node:path'
import * as z from 'zod'
import { StartRefused } from './errors.ts'

/** An empty value in a compose file or a shell means the same as none. */
const unset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(type: T) => z.preprocess(unset, type.optional())

const url = (protocols: RegExp, example: string) =>
  z.string().refine(value => URL.canParse(value) && protocols.test(value), `must look like ${example}`)

const variables = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d+$/, 'must be a number')
      .transform(Number)
      .refine(port => port < 65_536, 'must be below 65536'),
  ),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(
    url(/^https?:/, 'https://plinth.example.org').refine(
      value => !URL.canParse(value) || new URL(value).pathname === '/',
      'must have no path',
    ),
  ),
  PLINTH_DATA: optional(z.string()),
  DATABASE_URL: optional(url(/^postgres(ql)?:/, 'postgres://user:password@host:5432/database')),
  BLOB_URL: optional(z.string().refine(() => false, 'is not read yet: nothing stores bytes so far; leave it out')),
  SMTP_URL: optional(url(/^smtps?:/, 'smtp://user:password@host:587')),
  MAIL_FROM: optional(z.string()),
  PLINTH_SERVICES: optional(z.string()),
  PLINTH_SIGNUP: optional(z.enum(['open', 'invite'], 'must be open or invite')),
  TRUST_PROXY: optional(z.string()),
  LOG_LEVEL: optional(
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug'),
  ),
  NODE_ENV: optional(z.string()),
})

export type Config = ReturnType<typeof readConfig>

/** The whole configuration, from the environment, checked. The only place that knows the variables' names. */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const parsed = variables.safeParse(environment)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartRefused(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const env = parsed.data
  const port = env.PORT ?? 8080
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${port}`).origin,
    dataFolder: resolve(env.PLINTH_DATA ?? 'data'),
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Plinth <plinth@localhost>',
    services: env.PLINTH_SERVICES?.split(',').map(name => name.trim()),
    signup: env.PLINTH_SIGNUP ?? 'open',
    /** Whose X-Forwarded-For is believed: a proxy on this machine unless told otherwise. */
    trustProxy: env.TRUST_PROXY?.split(',').map(address => address.trim()) ?? ['loopback'],
    logLevel: env.LOG_LEVEL ?? 'info',
    /** Answers are held against the contract while developing and testing; a user never waits for that. */
    checkAnswers: env.NODE_ENV === 'development' || env.NODE_ENV === 'test',
  }
}
