import { codeOf } from '@plinth/account/testing/codes'
import { type Person, password } from '@plinth/account/testing/people'
import { filestoreToken } from '@plinth/contract/filestores'
import { requireTwoFactor } from '@plinth/contract/orgs'
import { confirmTotp, disableTotp, startTotp } from '@plinth/contract/two-factor'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Store, startFilestores } from './testing/filestores.ts'

let app: Awaited<ReturnType<typeof startFilestores>>

beforeAll(async () => {
  app = await startFilestores()
  // Whoever asks it of others has it.
  await protect(app.scene.olga)
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const locked = [null, expect.objectContaining({ status: 403, errcode: 'TWO_FACTOR_REQUIRED' })]

/** Answers with the way to the next code, for which the clock is set forward. */
async function protect({ ask }: Person): Promise<() => string> {
  const [setup, error] = await ask(startTotp, { password })
  if (error) throw new Error(error.msg)
  await ask(confirmTotp, { code: codeOf(setup.secret) })
  return () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
    return codeOf(setup.secret)
  }
}

const demand = ({ orgid }: Store) => app.scene.olga.ask(requireTwoFactor, { orgid, requiretwofactor: true })

const newStore = async () => app.filestore(await app.scene.project(await app.scene.organisation()))

describe('where the organisation begins to require two-factor sign-in', () => {
  it('tokens of those who have none serve no longer, and all others do', async () => {
    const { adam, mila, vito } = app.scene
    const [store, elsewhere] = [await newStore(), await newStore()]
    await protect(vito)
    const tokenOf = async (person: Person, where = store) => (await app.tokenOf(person, where)).token
    const [adams, milas, vitos] = [await tokenOf(adam), await tokenOf(mila), await tokenOf(vito)]
    const other = await tokenOf(mila, elsewhere)
    expect(await demand(store)).toMatchObject([{ requiretwofactor: true }, null])
    for (const token of [adams, milas]) expect(await app.whatMay(token)).toBe('FILE_TOKEN_EXPIRED')
    expect(await app.whatMay(vitos)).toBe('reads')
    expect(await app.whatMay(other)).toBe('writes')
    expect(await mila.ask(filestoreToken, store)).toEqual(locked)
    await protect(mila)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 })
    expect(await app.whatMay(await tokenOf(mila))).toBe('writes')
  })

  it('tokens of whoever turns it off serve no longer either, but for places that do not require it', async () => {
    const { pia } = app.scene
    const [store, elsewhere] = [await newStore(), await newStore()]
    const nextCode = await protect(pia)
    await demand(store)
    const [there, other] = [await app.tokenOf(pia, store), await app.tokenOf(pia, elsewhere)]
    expect(await pia.ask(disableTotp, { code: nextCode() })).toEqual([{}, null])
    expect(await app.whatMay(there.token)).toBe('FILE_TOKEN_EXPIRED')
    expect(await app.whatMay(other.token)).toBe('writes')
    expect(await pia.ask(filestoreToken, store)).toEqual(locked)
  })
})
