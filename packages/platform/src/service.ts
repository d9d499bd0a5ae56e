import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { createEvents } from './events.ts'
import type { Bind } from './http/bind.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { createMail } from './mail.ts'
import type { createRateLimit } from './ratelimit.ts'
import type { createSessions } from './sessions.ts'

/** What every service stands on. */
export interface Platform {
  config: Config
  log: Log
  db: Database
  sessions: ReturnType<typeof createSessions>
  ratelimit: ReturnType<typeof createRateLimit>
  events: ReturnType<typeof createEvents>
  jobs: Jobs
  mail: ReturnType<typeof createMail>
}

/** A service: its tables, and the calls of the contract that it answers. */
export interface Service {
  name: string
  migrations: URL
  mount(platform: Platform, bind: Bind): void
}
