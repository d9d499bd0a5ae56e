import { resolve } from 'node:path'
import * as z from 'zod'
import { readBlobUrl } from './blobs/blob-url.ts'
import { StartRefused } from './errors.ts'
import { isNetwork } from './networks.ts'

/** An empty value in a compose file or a shell means the same as none. */
const unset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(type: T) => z.preprocess(unset, type.optional())

const url = (protocols: RegExp, example: string) =>
  z.string().refine(value => URL.canParse(value) && protocols.test(value), `must look like ${example}`)

/** Of a server of ours: paths of calls and pages are put behind it, so it can have none itself. */
const serverUrl = (example: string) =>
  url(/^https?:/, example).refine(value => !URL.canParse(value) || new URL(value).pathname === '/', 'must have no path')

/** Codes and secrets travel to a provider, so in the clear only on this machine: for a provider that stands in while testing. */
const providerUrl = (example: string) =>
  url(/^https?:/, example)
    .refine(
      value => !URL.canParse(value) || isPrivateRoad(new URL(value)),
      'must begin with https: unless it is on this machine',
    )
    .transform(value => value.replace(/\/+$/, ''))

const isPrivateRoad = (provider: URL) => provider.protocol === 'https:' || isThisMachine(provider)

const isThisMachine = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

const variables = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d+$/, 'must be a number')
      .transform(Number)
      .refine(port => port < 65_536, 'must be below 65536'),
  ),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(serverUrl('https://plinth.example.org')),
  PLINTH_DATA: optional(z.string()),
  DATABASE_URL: optional(url(/^postgres(ql)?:/, 'postgres://user:password@host:5432/database')),
  BLOB_URL: optional(z.string()),
  SMTP_URL: optional(url(/^smtps?:\/\/[^/]/, 'smtp://user:password@host:587')),
  MAIL_FROM: optional(z.string()),
  PLINTH_SERVICES: optional(z.string()),
  PLINTH_FILES_URL: optional(serverUrl('http://files.internal:8080')),
  PLINTH_SIGNUP: optional(z.enum(['open', 'invite'], 'must be open or invite')),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_ISSUER: optional(providerUrl('https://accounts.google.com')),
  GITHUB_CLIENT_ID: optional(z.string()),
  GITHUB_CLIENT_SECRET: optional(z.string()),
  GITHUB_URL: optional(providerUrl('https://github.com')),
  GITHUB_API_URL: optional(providerUrl('https://api.github.com')),
  TRUST_PROXY: optional(
    z
      .string()
      .transform(value => value.split(',').map(network => network.trim()))
      .refine(
        networks => networks.every(isNetwork),
        'must be addresses or networks such as 10.0.0.0/8, separated by commas',
      ),
  ),
  LOG_LEVEL: optional(
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug'),
  ),
  NODE_ENV: optional(z.string()),
})

export const variableNames: readonly string[] = Object.keys(variables.shape)

export type Config = ReturnType<typeof readConfig>

/** The whole configuration, from the environment, checked. The only place that knows the variables' names. */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const parsed = variables.safeParse(environment)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartRefused(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const env = parsed.data
  const google = clientOf(env, 'GOOGLE')
  const github = clientOf(env, 'GITHUB')
  const port = env.PORT ?? 8080
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${port}`)
  return {
    port,
    // Of the two addresses that localhost may have, Fastify serves the second by a server that has none of our limits, and that does
    // not answer what is under way when it closes.
    host: env.HOST === undefined || env.HOST === 'localhost' ? '127.0.0.1' : env.HOST,
    publicUrl: publicUrl.origin,
    dataFolder: resolve(env.PLINTH_DATA ?? 'data'),
    databaseUrl: env.DATABASE_URL,
    /** Undefined: on disk, in the data folder. */
    blobStore: env.BLOB_URL === undefined ? undefined : readBlobUrl(env.BLOB_URL),
    smtpUrl: env.SMTP_URL,
    /**
     * Where mails are shown that no server is there for. Not where others come in: a proxy on this machine that does not say for
     * whom it asks would show them to everybody.
     */
    mailPage: env.SMTP_URL || !isThisMachine(publicUrl) ? undefined : `${publicUrl.origin}/_mail`,
    mailFrom: env.MAIL_FROM ?? `Plinth <plinth@${publicUrl.hostname}>`,
    services: env.PLINTH_SERVICES?.split(',').map(name => name.trim()),
    /** Where services are that this process does not run itself. */
    serviceUrls: { files: env.PLINTH_FILES_URL && new URL(env.PLINTH_FILES_URL).origin } as Record<
      string,
      string | undefined
    >,
    signup: env.PLINTH_SIGNUP ?? 'open',
    google: google && { ...google, issuer: env.GOOGLE_ISSUER ?? 'https://accounts.google.com' },
    github: github && {
      ...github,
      url: env.GITHUB_URL ?? 'https://github.com',
      apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    },
    /** Whose X-Forwarded-For is believed: a proxy on this machine unless told otherwise. */
    trustProxy: env.TRUST_PROXY ?? ['loopback'],
    logLevel: env.LOG_LEVEL ?? 'info',
    /** Answers are held against the contract while developing and testing; a user never waits for that. */
    checkAnswers: env.NODE_ENV === 'development' || env.NODE_ENV === 'test',
  }
}

/** What a provider knows this server by. Half of it would only show when somebody tries to sign in. */
function clientOf(env: z.output<typeof variables>, name: 'GOOGLE' | 'GITHUB') {
  const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const
  const [clientId, clientSecret] = [env[id], env[secret]]
  if (clientId && clientSecret) return { clientId, clientSecret }
  if (clientId) throw new StartRefused(`${secret} must be set too, because ${id} is.`)
  if (clientSecret) throw new StartRefused(`${id} must be set too, because ${secret} is.`)
  return undefined
}
