import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { removeOlder, unlessMissing } from './blobs/disk-files.ts'
import type { Config } from './config.ts'
import type { AnyTx } from './database/database.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface CaughtMail extends Mail {
  id: string
  at: number
}

const DAY = 24 * 3_600_000
/** What a link in a mail leads to has ended long before. */
const CAUGHT_KEPT_MS = 30 * DAY

interface Delivery {
  /** Hands one mail on. It may be called again for the same id after a crash, so the id becomes the Message-ID. */
  deliver(id: string, mail: Mail, signal: AbortSignal): Promise<void>
  close(): void
}

/** Mails wait in the outbox and leave after the commit, again and again until the server takes them. */
export function createMail(config: Config, jobs: Jobs, log: Pick<Log, 'warn'>) {
  const { deliver, close } = config.smtpUrl ? overSmtp(config.smtpUrl, config) : intoFolder(config)
  jobs.handleOutside('mail.send', async (mail, { id, signal }) => {
    await deliver(id, mail as Mail, signal).catch(error => {
      if (!isNoAddress(error)) throw error
      log.warn({ id, code: error.responseCode }, 'a mail was not sent: there is no such address')
    })
  })
  // With an SMTP server too: there may be some from before.
  jobs.every('mail.sweep', DAY, () => createMailbox(config.dataFolder).removeOlder(Date.now() - CAUGHT_KEPT_MS))
  return { send: (tx: AnyTx, mail: Mail) => jobs.enqueue(tx, 'mail.send', mail), close }
}

/** By RFC 3463 that is what 5.1.1 and 5.1.2 say. Asked for again and again it would make the sender look like one of spam. */
const isNoAddress = (error: { responseCode?: number; response?: string }) =>
  error.responseCode === 550 && /^550[ -]5\.1\.[12]\b/.test(error.response ?? '')

const intoFolder = ({ dataFolder }: Config): Delivery => ({ deliver: createMailbox(dataFolder).keep, close() {} })

function overSmtp(url: string, config: Config): Delivery {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  const host = new URL(config.publicUrl).hostname
  return {
    async deliver(id, mail, signal) {
      const sent = transport.sendMail({
        from: config.mailFrom,
        ...mail,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      // A process that wants to end does not wait for a server that says nothing. The mail stays in the outbox.
      await unlessAborted(sent, signal)
    },
    close: () => transport.close(),
  }
}

async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    await Promise.race([work, stopped.promise])
  } finally {
    signal.removeEventListener('abort', stop)
    // Whichever comes second has nobody left to hear of it.
    work.catch(() => {})
  }
}

/** Without an SMTP server mails are kept in the data folder, one file each, and shown at /_mail. */
export function createMailbox(dataFolder: string) {
  const folder = join(dataFolder, 'mail')

  return {
    async keep(id: string, mail: Mail): Promise<void> {
      await mkdir(folder, { recursive: true })
      const caught: CaughtMail = { id, at: Date.now(), ...mail }
      const file = join(folder, `${id}.json`)
      // Renamed into place, so that a reader never meets half a mail.
      await writeFile(`${file}.part`, JSON.stringify(caught, null, 2))
      await rename(`${file}.part`, file)
    },

    async removeOlder(than: number): Promise<void> {
      await unlessMissing(removeOlder(folder, than))
    },

    /** The newest first, 100 at most. Ids begin with their time, so names sort by age. */
    async list(): Promise<CaughtMail[]> {
      const names = await readdir(folder).catch(() => [])
      const newest = names
        .filter(name => name.endsWith('.json'))
        .sort()
        .reverse()
        .slice(0, 100)
      return Promise.all(newest.map(async name => JSON.parse(await readFile(join(folder, name), 'utf8'))))
    },

    async read(id: string): Promise<CaughtMail | null> {
      if (!/^[\w-]+$/.test(id)) return null
      const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => null)
      return text ? JSON.parse(text) : null
    },
  }
}
