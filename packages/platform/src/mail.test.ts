import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp } from './testing/app.ts'
import { freePort } from './testing/free-port.ts'

const DAY = 24 * 3_600_000
const mail = { to: 'mara@example.org', subject: 'Grüße', text: 'Hello in text', html: '<p>Hello in HTML</p>' }

interface Received {
  from: string
  to: string[]
  source: string
}

let received: Received[] = []
/** What the server says to whoever names a recipient. */
let refusal: (Error & { responseCode?: number }) | null = null
let server: SMTPServer | undefined
let app: Awaited<ReturnType<typeof startTestApp>>

/** A real SMTP server on loopback that keeps what it gets. */
async function listen(port = 0): Promise<number> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, callback) => callback(refusal),
    onData(stream, { envelope }, callback) {
      text(stream).then(source => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
        callback()
      }, callback)
    },
  })
  server = smtp
  smtp.listen(port, '127.0.0.1')
  await once(smtp.server, 'listening')
  return (smtp.server.address() as AddressInfo).port
}

const hangUp = () => new Promise<void>(resolve => (server ? server.close(() => resolve()) : resolve()))

const send = () => app.platform.db.transaction(tx => app.platform.mail.send(tx, mail))

beforeEach(() => {
  received = []
  refusal = null
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  await hangUp()
})

it('mail that is caught is kept for a month', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  app = await startTestApp([])
  const folder = join(app.platform.config.dataFolder, 'mail')
  await send()
  await app.platform.jobs.idle()
  const [first = ''] = await readdir(folder)
  vi.setSystemTime(Date.now() + 29 * DAY)
  await app.platform.jobs.idle()
  expect(await readdir(folder)).toEqual([first])
  vi.setSystemTime(Date.now() + 2 * DAY)
  await app.platform.jobs.idle()
  expect(await readdir(folder)).toEqual([])
})

describe('mail over SMTP', () => {
  it('arrives after the commit, as text and HTML, from the address that was set', async () => {
    const port = await listen()
    app = await startTestApp([], { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Plinth <us@example.org>' })
    await send()
    await app.platform.jobs.idle()
    expect(received).toMatchObject([{ from: 'us@example.org', to: ['mara@example.org'] }])
    expect(received[0]?.source).toMatch(/^Message-ID: <[\w-]+@localhost>/im)
    expect(received[0]?.source).toContain('Hello in text')
    expect(received[0]?.source).toContain('<p>Hello in HTML</p>')
  })

  it('is not sent for a transaction that came to nothing', async () => {
    const port = await listen()
    app = await startTestApp([], { SMTP_URL: `smtp://127.0.0.1:${port}` })
    const undone = app.platform.db.transaction(async tx => {
      await app.platform.mail.send(tx, mail)
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await app.platform.jobs.idle()
    expect(received).toEqual([])
  })

  it('waits while the mail server is away, and goes out when it is back, after a restart too', async () => {
    // Only the clock is ours, so that the wait between two tries passes at once.
    vi.useFakeTimers({ toFake: ['Date'] })
    const port = await freePort()
    app = await startTestApp([], { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' })
    await send()
    await app.platform.jobs.idle()
    expect(received).toEqual([])
    await app.restart()
    await listen(port)
    vi.setSystemTime(Date.now() + 3_600_000)
    await app.platform.jobs.idle()
    expect(received).toHaveLength(1)
  })

  it('is not tried again for an address that there is not; any other refusal may pass', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const port = await listen()
    app = await startTestApp([], { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' })
    refusal = Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 })
    await send()
    await app.platform.jobs.idle()
    refusal = Object.assign(new Error('5.7.1 Not from you for now'), { responseCode: 550 })
    await app.platform.db.transaction(tx => app.platform.mail.send(tx, { ...mail, to: 'boss@example.org' }))
    await app.platform.jobs.idle()
    refusal = null
    vi.setSystemTime(Date.now() + 3_600_000)
    await app.platform.jobs.idle()
    expect(received.map(({ to }) => to)).toEqual([['boss@example.org']])
  })

  it('keeps no other work waiting while the mail server takes connections and says nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    app = await startTestApp([], { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' })
    const { db, jobs } = app.platform
    const done = Promise.withResolvers<void>()
    jobs.handle('ours', async () => done.resolve())
    jobs.work()
    const connected = once(silent, 'connection')
    for (let n = 0; n < 10; n++) await send()
    await connected
    await db.transaction(tx => jobs.enqueue(tx, 'ours', null))
    await done.promise
    silent.close()
  }, 5_000)
})
