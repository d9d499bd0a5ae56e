import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { events as eventsCall } from '@plinth/contract/events'
import type { FastifyInstance } from 'fastify'
import { createAccessTokens, isAccessToken } from './access-tokens.ts'
import { foldActivity } from './activity.ts'
import { refuseIfRestoring } from './backup/restores.ts'
import { createBlobs } from './blobs/create-blobs.ts'
import { createCallService, serviceAudience } from './call-service.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/database.ts'
import { migrate, platformMigrations } from './database/migrate.ts'
import { makeFolder } from './database/sqlite.ts'
import { StartRefused } from './errors.ts'
import { createEventStreams } from './event-stream.ts'
import { createEvents } from './events.ts'
import { collectLazily } from './garbage.ts'
import { createBind } from './http/bind.ts'
import { type CallTimes, createCallTimes } from './http/call-times.ts'
import { type Leaving, prepareLeaving } from './http/leaving.ts'
import { serveMailbox } from './http/mailbox.ts'
import { serveOperations } from './http/operations.ts'
import { answerWhatIsSafe } from './http/safe-answers.ts'
import { createHttp } from './http/server.ts'
import { createJobs } from './jobs.ts'
import { createLog } from './log.ts'
import { createMail, createMailbox } from './mail.ts'
import { createRateLimit } from './ratelimit.ts'
import type { Membership, Platform, Service } from './service.ts'
import { createServiceKeys } from './service-keys.ts'
import { createSessions } from './sessions.ts'

export interface Running {
  /** Where it listens, on this machine. */
  url: string
  platform: Platform
  /** For one of several nodes, before it closes: until the others have taken over what was on its way here. */
  leave(): Promise<void>
  /** Answers what is under way, for so long at most, takes nothing new, and lets go of everything it holds. */
  close(patienceMs?: number): Promise<void>
}

const minute = 60_000
const hour = 60 * minute

/** Where no service knows of memberships, nobody has a role anywhere. */
const nobodyBelongs: Membership = { rolesOf: async () => null, topicsOf: async () => [] }

type ServeRest = (http: FastifyInstance) => Promise<void>

/** Opens the database, mounts the services and listens. `serveRest` answers whatever is no call: the web app. */
export async function start(config: Config, services: readonly Service[], serveRest?: ServeRest): Promise<Running> {
  const chosen = choose(services, config.services)
  collectLazily()
  makeFolder(config.dataFolder)
  const opened = await openPlatform(config, chosen)
  const times = createCallTimes()
  const http = createHttp(config, opened.log, times)
  answerWhatIsSafe(http, opened.db)
  const leaving = prepareLeaving(http)
  const closers: (() => void | Promise<void>)[] = []
  const platform: Platform = {
    ...opened,
    callService: createCallService(opened, { http, here: chosen.map(({ name }) => name) }),
    onClose: work => closers.push(work),
  }
  const close = async (patienceMs?: number) => {
    platform.events.stop()
    const cut = patienceMs && setTimeout(() => http.server.closeAllConnections(), patienceMs)
    // Beside each other: others can go on with a job while somebody's download comes to its end here.
    await Promise.all([http.close(), platform.jobs.stop()])
    clearTimeout(cut)
    for (const work of closers) await work()
    platform.mail.close()
    await platform.db.close()
  }
  try {
    mount(http, platform, chosen, { ...leaving, times })
    await serveRest?.(http)
    platform.jobs.work()
    return { url: await listen(http, config), platform, leave: leaving.leave, close }
  } catch (error) {
    await close()
    throw error
  }
}

function choose(services: readonly Service[], names: string[] | undefined): readonly Service[] {
  const unknown = names?.find(name => !services.some(service => service.name === name))
  if (unknown === undefined) return services.filter(({ name }) => names?.includes(name) ?? true)
  const known = services.map(({ name }) => name).join(', ')
  throw new StartRefused(`PLINTH_SERVICES names "${unknown}", but there are only: ${known}.`)
}

async function openPlatform(config: Config, services: readonly Service[]) {
  const log = createLog(config.logLevel)
  const blobs = await createBlobs(config)
  const db = await openDatabase({ url: config.databaseUrl, folder: config.dataFolder })
  try {
    await refuseIfRestoring(db)
    await migrate(db, [platformMigrations, ...services])
  } catch (error) {
    await db.close()
    throw error
  }
  const jobs = createJobs(db, log)
  const sessions = createSessions(db, { log })
  const accessTokens = createAccessTokens(db, { log })
  const ratelimit = createRateLimit(db)
  const events = createEvents(db, log)
  const mail = createMail(config, jobs, log)
  for (const [part, { sweep }] of Object.entries({ sessions, accessTokens, ratelimit, events }))
    jobs.every(`${part}.sweep`, hour, sweep)
  jobs.every('blobs.sweep', hour, () => blobs.sweep())
  jobs.every('activity.fold', minute, () => foldActivity(db))
  return {
    config,
    log,
    db,
    blobs,
    jobs,
    mail,
    sessions,
    accessTokens,
    ratelimit,
    events,
    serviceKeys: createServiceKeys(db),
  }
}

type Watched = Pick<Leaving, 'isLeaving'> & { times: CallTimes }

function mount(http: FastifyInstance, platform: Platform, services: readonly Service[], watched: Watched) {
  const { config, log, db, blobs, jobs, sessions, accessTokens, events } = platform
  const readiness = { database: db.ping, storage: () => writable(config.dataFolder), blobs: blobs.ping }
  serveOperations(http, { log, readiness, jobs, ...watched })
  if (config.mailPage) serveMailbox(http, createMailbox(config.dataFolder))
  const membership = services.find(service => service.membership)?.membership?.(platform) ?? nobodyBelongs
  const bind = createBind(http, {
    authenticate: token => (isAccessToken(token) ? accessTokens : sessions).check(token),
    authenticateFile: services.find(service => service.authenticateFile)?.authenticateFile?.(platform),
    authenticateService: async token => (await platform.serviceKeys.verify(serviceAudience, token)) !== null,
    rolesOf: membership.rolesOf,
    checkAnswers: config.checkAnswers,
  })
  const streamEvents = createEventStreams(events, membership.topicsOf)
  bind(eventsCall, async ({ age }, { actor, request, reply }) => {
    await streamEvents({ actor, age }, request, reply)
    return undefined
  })
  for (const service of services) service.mount(platform, bind, http)
}

async function writable(folder: string): Promise<void> {
  await writeFile(join(folder, '.writable'), '')
}

async function listen(http: FastifyInstance, { port, host }: Config): Promise<string> {
  try {
    return await http.listen({ port, host })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE')
      throw new StartRefused(`PORT ${port} is taken by another program; set PORT to a free one.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartRefused(`HOST ${host} is not an address of this machine.`)
    if (code === 'EACCES')
      throw new StartRefused(`PORT ${port} needs more rights than this user has; set PORT above 1023.`)
    throw error
  }
}
