import type { FastifyInstance } from 'fastify'
import type { createAccessTokens } from './access-tokens.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { CallService } from './call-service.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { createEvents } from './events.ts'
import type { Bind, BindOptions } from './http/bind.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { createMail } from './mail.ts'
import type { createRateLimit } from './ratelimit.ts'
import type { ServiceKeys } from './service-keys.ts'
import type { createSessions } from './sessions.ts'

/** What every service stands on. */
export interface Platform {
  config: Config
  log: Log
  db: Database
  blobs: Blobs
  sessions: ReturnType<typeof createSessions>
  accessTokens: ReturnType<typeof createAccessTokens>
  ratelimit: ReturnType<typeof createRateLimit>
  events: ReturnType<typeof createEvents>
  jobs: Jobs
  mail: ReturnType<typeof createMail>
  serviceKeys: ServiceKeys
  callService: CallService
  /** Runs when the process stops, after the last request and while the database is still open. */
  onClose(work: () => void | Promise<void>): void
}

export interface Membership {
  rolesOf: BindOptions['rolesOf']
  topicsOf(userid: string): Promise<string[]>
}

/** A service: its tables, and the calls of the contract that it answers. */
export interface Service {
  name: string
  migrations: URL
  /** `http` is for what is no call of the contract: a protocol of its own, at addresses of its own. */
  mount(platform: Platform, bind: Bind, http: FastifyInstance): void
  /** Of the service that knows who belongs where: the roles that decide, and the topics a person's event stream follows. */
  membership?(platform: Platform): Membership
  /** Of the service that knows filestores: who holds a token of one. It refuses all that is not in order. */
  authenticateFile?(platform: Platform): NonNullable<BindOptions['authenticateFile']>
}
