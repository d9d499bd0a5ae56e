import { inviteUser } from '@plinth/contract/invites'
import { listOrgUsers } from '@plinth/contract/org-users'
import { createOrg, leaveOrg, orgInfo, requireTwoFactor } from '@plinth/contract/orgs'
import { confirmTotp, startTotp } from '@plinth/contract/two-factor'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, startAccount } from '../testing/people.ts'

type App = Awaited<ReturnType<typeof startAccount>>
type Person = Awaited<ReturnType<App['person']>>

let app: App
let owner: Person
let admin: Person
const orgid = 'careful'

beforeAll(async () => {
  app = await startAccount()
  owner = await app.verifiedPerson('olga')
  admin = await app.verifiedPerson('adam')
  await owner.ask(createOrg, { orgid, orgname: 'Careful' })
  await app.join(owner, orgid, admin, ['Admin'])
})
afterAll(() => app.close())

async function protect({ ask }: Person): Promise<void> {
  const [setup] = await ask(startTotp, { password })
  await ask(confirmTotp, { code: new TOTP({ secret: setup?.secret ?? '' }).generate() })
}

describe('requiring two-factor sign-in', () => {
  it('is refused to an Owner who would lock themselves out', async () => {
    const [, error] = await owner.ask(requireTwoFactor, { orgid, requiretwofactor: true })
    expect(error).toMatchObject({ status: 409, errcode: 'TWO_FACTOR_OFF' })
  })

  it('keeps out whoever has none, until they turn it on', async () => {
    await protect(owner)
    const answer = await owner.ask(requireTwoFactor, { orgid, requiretwofactor: true })
    expect(answer).toEqual([{ orgid, requiretwofactor: true }, null])
    expect(await owner.ask(orgInfo, { orgid })).toMatchObject([{ requiretwofactor: true }, null])
    for (const refused of [
      await admin.ask(listOrgUsers, { orgid }),
      await admin.ask(inviteUser, { orgid, userid: 'olga' }),
    ]) {
      expect(refused).toMatchObject([null, { status: 403, errcode: 'TWO_FACTOR_REQUIRED' }])
    }
    await protect(admin)
    expect(await admin.ask(listOrgUsers, { orgid })).toMatchObject([{ membercount: 2 }, null])
  })

  it('lets whoever has none leave', async () => {
    const guest = await app.person('guest')
    await app.join(owner, orgid, guest, ['Member'])
    expect(await guest.ask(orgInfo, { orgid })).toMatchObject([null, { errcode: 'TWO_FACTOR_REQUIRED' }])
    expect(await guest.ask(leaveOrg, { orgid })).toEqual([{}, null])
  })

  it('tells a stranger nothing', async () => {
    const stranger = await app.person('stranger')
    expect(await stranger.ask(orgInfo, { orgid })).toMatchObject([null, { status: 404, errcode: 'NOT_FOUND' }])
  })
})
