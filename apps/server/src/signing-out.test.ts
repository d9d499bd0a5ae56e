import { password } from '@plinth/account/testing/people'
import { createAccessToken, revokeAccessToken } from '@plinth/contract/access-tokens'
import { logout, signin } from '@plinth/contract/login'
import { changePassword, changePasswordEmail, resetPassword } from '@plinth/contract/recovery'
import { endOtherSessions, endSession, listSessions } from '@plinth/contract/sessions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Store, startFilestores } from './testing/filestores.ts'

let app: Awaited<ReturnType<typeof startFilestores>>
let store: Store

beforeAll(async () => {
  app = await startFilestores()
  store = await app.filestore(await app.scene.project(await app.scene.organisation()))
})
afterAll(() => app.close())

type Signed = Awaited<ReturnType<typeof signIn>>

/** One more browser of mila's, with a token for the filestore. */
async function signIn(userid = 'mila') {
  const [credentials, error] = await app.as()(signin, { userid, password })
  if (error || !('accesstoken' in credentials)) throw new Error('Not signed in')
  const ask = app.as(credentials.accesstoken)
  return { ask, token: (await app.tokenOf({ ask }, store)).token }
}

async function script(owner: Signed, name: string) {
  const [made, error] = await owner.ask(createAccessToken, { name, scope: 'write', days: 1 })
  if (error) throw new Error(error.msg)
  const ask = app.as(made.token)
  return { ask, token: (await app.tokenOf({ ask }, store)).token, tokenid: made.accesstoken.tokenid }
}

const idOf = async ({ ask }: Signed) => {
  const [list] = await ask(listSessions, {})
  return list?.sessions.find(({ current }) => current)?.sessionid ?? ''
}

describe('a token for a filestore', () => {
  let one: Signed
  let other: Signed
  let own: Awaited<ReturnType<typeof script>>

  beforeEach(async () => {
    await app.platform.ratelimit.reset('signinByAccount:mila')
    one = await signIn()
    other = await signIn()
    own = await script(one, 'Backup')
  })

  const now = async () => [await app.whatMay(one.token), await app.whatMay(other.token), await app.whatMay(own.token)]

  it('ends with the session it was got through, when that signs out, and no other does', async () => {
    expect(await one.ask(logout, {})).toEqual([{}, null])
    expect(await now()).toEqual(['FILE_TOKEN_EXPIRED', 'writes', 'writes'])
  })

  it('ends with the session that is ended from another', async () => {
    const sessionid = await idOf(one)
    expect(await other.ask(endSession, { sessionid })).toEqual([{}, null])
    expect(await now()).toEqual(['FILE_TOKEN_EXPIRED', 'writes', 'writes'])
  })

  it('ends with all other sessions', async () => {
    const older = (await app.tokenOf(one, store)).token
    expect(await one.ask(endOtherSessions, {})).toEqual([{}, null])
    expect(await now()).toEqual(['writes', 'FILE_TOKEN_EXPIRED', 'writes'])
    expect(await app.whatMay(older)).toBe('writes')
  })

  it('ends with an access token that is revoked', async () => {
    const kept = await script(one, 'Mount')
    expect(await other.ask(revokeAccessToken, { tokenid: own.tokenid })).toEqual([{}, null])
    expect(await now()).toEqual(['writes', 'writes', 'FILE_TOKEN_EXPIRED'])
    expect(await app.whatMay(kept.token)).toBe('writes')
  })

  it('ends with the sessions that a new password ends', async () => {
    expect(await one.ask(changePassword, { oldpassword: password, newpassword: 'Quite-New-9' })).toEqual([{}, null])
    expect(await now()).toEqual(['writes', 'FILE_TOKEN_EXPIRED', 'writes'])
    await app.as()(changePasswordEmail, { userid: 'mila' })
    const { token = '' } = await app.linkTo(app.scene.mila.email, '/auth/reset-password')
    expect(await app.as()(resetPassword, { id: token, password })).toEqual([{}, null])
    expect(await now()).toEqual(['FILE_TOKEN_EXPIRED', 'FILE_TOKEN_EXPIRED', 'FILE_TOKEN_EXPIRED'])
    expect(await app.whatMay((await signIn()).token)).toBe('writes')
  })
})

describe('a token that an access token gets', () => {
  it('does not outlast it', async () => {
    const { ask, tokenid } = await script(await signIn(), 'Short')
    const { query } = app.platform.db.withTables<{ accesstokens: { tokenid: string; expiresat: number } }>()
    const soon = Date.now() + 60_000
    await query.updateTable('accesstokens').set({ expiresat: soon }).where('tokenid', '=', tokenid).execute()
    expect((await app.tokenOf({ ask }, store)).expiresat).toBe(soon)
  })
})
