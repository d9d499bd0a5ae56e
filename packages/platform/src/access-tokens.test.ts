import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccessTokens, isAccessToken } from './access-tokens.ts'
import { migrate } from './database/migrate.ts'
import { createSessions } from './sessions.ts'
import { openTestDatabase, type TestDatabase } from './testing/engine.ts'

const DAY = 24 * 3_600_000
let test: TestDatabase
let time = 1_700_000_000_000
let tokens: ReturnType<typeof createAccessTokens>
let sessions: ReturnType<typeof createSessions>
beforeAll(async () => {
  test = await openTestDatabase()
  await migrate(test.db, [{ name: 'platform', migrations: new URL('../migrations/', import.meta.url) }])
  tokens = createAccessTokens(test.db, { now: () => time })
  sessions = createSessions(test.db, { now: () => time })
})
afterAll(() => test.close())
beforeEach(() => {
  time += 1_000 * DAY
})

const asking = (userid: string, sessionid: string, days = 10) =>
  tokens.create({ userid, sessionid, name: 'Backup', scope: 'read', days })

async function create(userid: string, days?: number) {
  const { sessionid } = await test.db.transaction(tx => sessions.open(tx, { userid, device: '', address: '' }))
  return asking(userid, sessionid, days)
}

describe('an access token', () => {
  it('is known by itself and by nothing else', async () => {
    const { token, accesstoken } = await create('mara')
    const { tokenid, expiresat } = accesstoken
    expect(await tokens.check(token)).toEqual({ userid: 'mara', tokenid, scope: 'read', expiresat })
    for (const wrong of ['', tokenid, token.slice(7), token.toLowerCase(), `${token} `]) {
      expect(await tokens.check(wrong)).toBeNull()
    }
  })

  it('cannot be taken for a session, nor a session for it', async () => {
    const { token } = await create('mara')
    expect(isAccessToken(token)).toBe(true)
    expect(isAccessToken(`plinth_${'x'.repeat(36)}`)).toBe(false)
  })

  it('notes its use once a minute at most', async () => {
    const { token } = await create('busy')
    const lastseenat = async () => (await tokens.list('busy'))[0]?.lastseenat
    await tokens.check(token)
    const first = time
    await expect.poll(lastseenat).toBe(first)
    time += 59_999
    await tokens.check(token)
    expect(await lastseenat()).toBe(first)
    time += 1
    await tokens.check(token)
    await expect.poll(lastseenat).toBe(time)
  })

  it('is listed, the newest first, until it ends', async () => {
    const first = await create('lister', 1)
    time += 1
    const second = await create('lister', 2)
    expect(await tokens.list('lister')).toEqual([second.accesstoken, first.accesstoken])
    time += DAY - 1
    expect(await tokens.list('lister')).toEqual([second.accesstoken])
    expect(await tokens.check(first.token)).toBeNull()
  })

  it('is revoked with all of a person, and of no other', async () => {
    const [one, two, stranger] = [await create('ada'), await create('ada'), await create('jon')]
    const ended = await test.db.transaction(tx => tokens.revokeAll(tx, 'ada'))
    expect(ended.toSorted()).toEqual([one, two].map(({ accesstoken }) => `token:${accesstoken.tokenid}`).toSorted())
    expect(await tokens.check(one.token)).toBeNull()
    expect(await tokens.check(two.token)).toBeNull()
    expect(await tokens.check(stranger.token)).not.toBeNull()
  })

  it('is not made through a session that ended after the request was let in, or is another person’s', async () => {
    const { sessionid } = await test.db.transaction(tx => sessions.open(tx, { userid: 'eva', device: '', address: '' }))
    await expect(asking('ada', sessionid)).rejects.toMatchObject({ errcode: 'UNAUTHENTICATED' })
    await test.db.transaction(tx => sessions.end(tx, { userid: 'eva', sessionid }))
    await expect(asking('eva', sessionid)).rejects.toMatchObject({ errcode: 'UNAUTHENTICATED' })
    expect(await tokens.list('eva')).toEqual([])
  })

  it('is swept away once it has ended by itself', async () => {
    await create('mara', 1)
    await create('jon', 9)
    time += 2 * DAY
    await tokens.sweep()
    const { query } = test.db.withTables<{ accesstokens: { userid: string } }>()
    expect(await query.selectFrom('accesstokens').select('userid').execute()).toEqual([{ userid: 'jon' }])
  })
})
