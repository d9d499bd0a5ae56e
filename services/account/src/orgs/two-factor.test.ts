import { apiBase, type Call } from '@plinth/contract/call'
import { calls } from '@plinth/contract/calls'
import { inviteByEmail, inviteUser } from '@plinth/contract/invites'
import { listOrgUsers } from '@plinth/contract/org-users'
import { createOrg, leaveOrg, orgInfo, requireTwoFactor } from '@plinth/contract/orgs'
import { permissions } from '@plinth/contract/permissions'
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

const takesRoleInOrg = ({ permission }: Call) =>
  permission !== 'anyone' &&
  permission !== 'self' &&
  permission !== 'org.leave' &&
  permissions[permission].scope === 'org'

/** With a body that has whatever any of them asks for. */
async function errcodeOf({ method, path, name, request }: Call, { accesstoken }: Person, id: string) {
  const usual = { orgid, userid: 'olga', role: ['Member'], orgname: 'Renamed', orgmeta: { description: 'New' } }
  const more = { email: 'new@example.org', searchkey: 'olga', isexternal: false, requiretwofactor: false }
  const project = { projectid: 'website', projectname: 'Website' }
  const body =
    'id' in request.shape
      ? { id }
      : { ...usual, ...more, ...project, ...(name === 'inviteByEmail' ? { isexternal: true } : {}) }
  const query = method === 'GET' ? `?orgid=${orgid}` : ''
  const response = await fetch(`${app.url}${apiBase}${path}${query}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accesstoken}` },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  return ((await response.json()) as { errcode?: string }).errcode
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

  it('holds for every call that takes a role in it, but for leaving', async () => {
    const guest = await app.person('without')
    await app.join(owner, orgid, guest, ['Owner'])
    const [invite] = await owner.ask(inviteByEmail, { orgid, email: 'open@example.org' })
    for (const call of calls.filter(takesRoleInOrg)) {
      expect([call.name, await errcodeOf(call, guest, invite?.id ?? '')]).toEqual([call.name, 'TWO_FACTOR_REQUIRED'])
    }
    await guest.ask(leaveOrg, { orgid })
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
