import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from './database/migrate.ts'
import { createSessions } from './sessions.ts'
import { openTestDatabase, type TestDatabase } from './testing/engine.ts'

const DAY = 24 * 3_600_000
let test: TestDatabase
let time = 1_700_000_000_000
let sessions: ReturnType<typeof createSessions>
beforeAll(async () => {
  test = await openTestDatabase()
  await migrate(test.db, [{ name: 'platform', migrations: new URL('../migrations/', import.meta.url) }])
  sessions = createSessions(test.db, { now: () => time })
})
afterAll(() => test.close())
beforeEach(() => {
  time += 1_000 * DAY
})

const open = (userid: string, device = 'Firefox') =>
  test.db.transaction(tx => sessions.open(tx, { userid, device, address: '192.0.2.7' }))

const end = (which: { userid: string; sessionid: string }) => test.db.transaction(tx => sessions.end(tx, which))

describe('a session', () => {
  it('is known by its token', async () => {
    const { accesstoken, sessionid } = await open('mara')
    expect(accesstoken).toMatch(/^[\w-]{43}$/)
    expect(await sessions.check(accesstoken)).toEqual({ userid: 'mara', sessionid })
  })

  it('is not known by anything else', async () => {
    const { accesstoken, sessionid } = await open('mara')
    for (const wrong of ['', sessionid, accesstoken.slice(1), accesstoken.toLowerCase(), `${accesstoken} `]) {
      expect(await sessions.check(wrong)).toBeNull()
    }
  })

  it('does not exist when its transaction rolls back', async () => {
    let token = ''
    const failing = test.db.transaction(async tx => {
      token = (await sessions.open(tx, { userid: 'mara', device: '', address: '' })).accesstoken
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await sessions.check(token)).toBeNull()
  })

  it('keeps the token itself out of the database', async () => {
    const { accesstoken } = await open('mara')
    const rows = await test.db.withTables<{ sessions: object }>().query.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(accesstoken)
  })

  it('ends after 30 days without use', async () => {
    const { accesstoken } = await open('mara')
    time += 30 * DAY - 1
    expect(await sessions.check(accesstoken)).not.toBeNull()
    const { accesstoken: unused } = await open('mara')
    time += 30 * DAY
    expect(await sessions.check(unused)).toBeNull()
  })

  it('lasts as long as it is used', async () => {
    const { accesstoken } = await open('lasting')
    for (let use = 1; use <= 4; use++) {
      time += 20 * DAY
      expect(await sessions.check(accesstoken)).not.toBeNull()
      await expect.poll(async () => (await sessions.list('lasting'))[0]?.lastseenat).toBe(time)
    }
  })

  it('notes its use once a minute at most', async () => {
    const { accesstoken } = await open('busy')
    const opened = time
    const lastseenat = async () => (await sessions.list('busy'))[0]?.lastseenat
    time += 59_999
    await sessions.check(accesstoken)
    expect(await lastseenat()).toBe(opened)
    time += 1
    await sessions.check(accesstoken)
    await expect.poll(lastseenat).toBe(time)
  })

  it('ends at once when it is ended, and no other with it', async () => {
    const [first, second] = [await open('mara'), await open('mara')]
    expect(await end({ userid: 'mara', sessionid: first.sessionid })).toEqual([`session:${first.sessionid}`])
    expect(await sessions.check(first.accesstoken)).toBeNull()
    expect(await sessions.check(second.accesstoken)).not.toBeNull()
  })

  it('is not ended by somebody else', async () => {
    const { accesstoken, sessionid } = await open('mara')
    expect(await end({ userid: 'jon', sessionid })).toEqual([])
    expect(await sessions.check(accesstoken)).not.toBeNull()
  })

  it('is ended with all of a person, but for the one that is kept', async () => {
    const [kept, other, stranger] = [await open('mara'), await open('mara'), await open('jon')]
    const ended = await test.db.transaction(tx => sessions.endAll(tx, 'mara', kept.sessionid))
    expect(ended).toContain(`session:${other.sessionid}`)
    expect(ended).not.toContain(`session:${kept.sessionid}`)
    expect(await sessions.check(kept.accesstoken)).not.toBeNull()
    expect(await sessions.check(other.accesstoken)).toBeNull()
    expect(await sessions.check(stranger.accesstoken)).not.toBeNull()
    await test.db.transaction(tx => sessions.endAll(tx, 'mara'))
    expect(await sessions.check(kept.accesstoken)).toBeNull()
  })

  it('is listed with where it comes from, the latest first, and only to its owner', async () => {
    const older = await open('lister', 'Firefox')
    time += 1
    const newer = await open('lister', 'Safari')
    await open('jon')
    expect(await sessions.list('lister')).toEqual([
      { sessionid: newer.sessionid, device: 'Safari', address: '192.0.2.7', createdat: time, lastseenat: time },
      {
        sessionid: older.sessionid,
        device: 'Firefox',
        address: '192.0.2.7',
        createdat: time - 1,
        lastseenat: time - 1,
      },
    ])
  })

  it('is swept away once it has ended by itself', async () => {
    await open('mara')
    time += 30 * DAY + 1
    const { accesstoken } = await open('jon')
    await sessions.sweep()
    const { query } = test.db.withTables<{ sessions: { userid: string } }>()
    expect(await query.selectFrom('sessions').select('userid').execute()).toEqual([{ userid: 'jon' }])
    expect(await sessions.check(accesstoken)).not.toBeNull()
  })
})
