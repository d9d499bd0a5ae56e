import { apiBase } from '@plinth/contract/call'
import { events } from '@plinth/contract/events'
import { logout, signin } from '@plinth/contract/login'
import { setNotifications, userInfo } from '@plinth/contract/profile'
import { endOtherSessions, endSession, listSessions } from '@plinth/contract/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, startAccount } from '../testing/people.ts'

let app: Awaited<ReturnType<typeof startAccount>>
beforeAll(async () => {
  app = await startAccount()
})
afterAll(() => app.close())

async function anotherSession(userid: string) {
  const [data] = await app.as()(signin, { userid, password })
  return app.as(data?.accesstoken)
}

/** What the stream has said so far. */
function collect({ body }: Response): () => string {
  const chunks: string[] = []
  void body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: chunk => void chunks.push(chunk) }))
  return () => chunks.join('')
}

const alive = async (ask: ReturnType<typeof app.as>) => (await ask(userInfo, {}))[0] !== null

describe('the profile', () => {
  it('tells who one is', async () => {
    const { ask } = await app.person('mara')
    expect(await ask(userInfo, {})).toEqual([
      {
        userid: 'mara',
        name: 'mara Lind',
        email: 'mara@example.org',
        emailverified: false,
        ssotype: 'upsso',
        haspassword: true,
        notifications: true,
        twofactor: false,
      },
      null,
    ])
  })

  it('remembers whether one wants notifications', async () => {
    const { ask } = await app.person('quiet')
    expect(await ask(setNotifications, { notifications: false })).toEqual([{}, null])
    expect(await ask(userInfo, {})).toMatchObject([{ notifications: false }, null])
  })
})

describe('sessions', () => {
  it('are listed, the current one marked, and none of anybody else', async () => {
    const jon = await app.person('jon')
    await anotherSession('jon')
    const [data] = await jon.ask(listSessions, {})
    expect(data?.sessions).toHaveLength(2)
    expect(data?.sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(data?.sessions[0]?.device).toBe('node')
  })

  it('that begin and end are told to the others at once', async () => {
    const iris = await app.person('iris')
    const stream = await fetch(`${app.url}${apiBase}${events.path}`, {
      headers: { authorization: `Bearer ${iris.accesstoken}` },
    })
    const heard = collect(stream)
    await expect.poll(() => heard()).toContain('hello')
    await anotherSession('iris')
    await expect.poll(() => heard().match(/sessions\.changed/g)).toHaveLength(1)
    await iris.ask(endOtherSessions, {})
    await expect.poll(() => heard().match(/sessions\.changed/g)).toHaveLength(2)
    await iris.ask(logout, {})
  })

  it('can be ended one by one', async () => {
    const ada = await app.person('ada')
    const phone = await anotherSession('ada')
    const [data] = await phone(listSessions, {})
    const sessionid = data?.sessions.find(({ current }) => current)?.sessionid ?? ''
    expect(await ada.ask(endSession, { sessionid })).toEqual([{}, null])
    expect(await alive(phone)).toBe(false)
    expect(await ada.ask(endSession, { sessionid })).toMatchObject([null, { status: 404, errcode: 'NOT_FOUND' }])
  })

  it('of somebody else cannot be ended', async () => {
    const bob = await app.person('bob')
    const eve = await app.person('eve')
    const [data] = await bob.ask(listSessions, {})
    const sessionid = data?.sessions[0]?.sessionid ?? ''
    expect(await eve.ask(endSession, { sessionid })).toMatchObject([null, { status: 404, errcode: 'NOT_FOUND' }])
    expect(await alive(bob.ask)).toBe(true)
  })

  it('can be ended all at once but for this one', async () => {
    const zoe = await app.person('zoe')
    const others = [await anotherSession('zoe'), await anotherSession('zoe')]
    expect(await zoe.ask(endOtherSessions, {})).toEqual([{}, null])
    expect(await Promise.all(others.map(alive))).toEqual([false, false])
    expect(await alive(zoe.ask)).toBe(true)
  })
})
