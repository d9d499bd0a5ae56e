import { listAudit } from '@plinth/contract/audit'
import { acceptUserInvite, inviteUser, listReceivedInvites } from '@plinth/contract/invites'
import { listOrgUsers } from '@plinth/contract/org-users'
import {
  createOrg,
  deleteOrg,
  editOrgName,
  isOrgidValid,
  listDeletedOrgs,
  listOrgs,
  orgInfo,
  restoreOrg,
  transferOrg,
} from '@plinth/contract/orgs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startAccount } from '../testing/people.ts'

type App = Awaited<ReturnType<typeof startAccount>>
type Person = Awaited<ReturnType<App['person']>>

let app: App
let owner: Person
let member: Person
let number = 0

beforeAll(async () => {
  app = await startAccount()
  owner = await app.verifiedPerson('olga')
  member = await app.person('mila')
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

async function organisation(): Promise<string> {
  const orgid = `org-${number++}`
  await owner.ask(createOrg, { orgid, orgname: `Org ${orgid}` })
  await app.join(owner, orgid, member, ['Member'])
  return orgid
}

const orgidsOf = async ({ ask }: Person) => (await ask(listOrgs, {}))[0]?.orgs.map(({ orgid }) => orgid)

describe('deleting an organisation', () => {
  it('hides it from everybody at once, and keeps its id', async () => {
    const orgid = await organisation()
    expect(await owner.ask(deleteOrg, { orgid })).toEqual([{}, null])
    for (const person of [owner, member]) {
      expect(await orgidsOf(person)).not.toContain(orgid)
      expect(await person.ask(orgInfo, { orgid })).toMatchObject([null, { status: 404 }])
      expect(await person.ask(listOrgUsers, { orgid })).toMatchObject([null, { status: 404 }])
    }
    expect(await owner.ask(isOrgidValid, { orgid })).toEqual([{ valid: false }, null])
    expect(await owner.ask(createOrg, { orgid, orgname: 'Again' })).toMatchObject([null, { errcode: 'ORGID_TAKEN' }])
  })

  it('can be undone by an Owner, and only by an Owner', async () => {
    const orgid = await organisation()
    await owner.ask(deleteOrg, { orgid })
    expect(await member.ask(listDeletedOrgs, {})).toEqual([{ orgs: [] }, null])
    expect(await member.ask(restoreOrg, { orgid })).toMatchObject([null, { status: 404 }])
    const [deleted] = await owner.ask(listDeletedOrgs, {})
    expect(deleted?.orgs[0]).toMatchObject({ orgid, orgname: `Org ${orgid}` })
    expect(await owner.ask(restoreOrg, { orgid })).toEqual([{}, null])
    expect(await orgidsOf(member)).toContain(orgid)
    expect(await owner.ask(restoreOrg, { orgid })).toMatchObject([null, { status: 404 }])
  })

  it('makes its invites void', async () => {
    const orgid = await organisation()
    const guest = await app.person(`guest${number++}`)
    const [sent] = await owner.ask(inviteUser, { orgid, userid: guest.userid })
    await owner.ask(deleteOrg, { orgid })
    expect(await guest.ask(listReceivedInvites, {})).toEqual([{ invites: [] }, null])
    expect(await guest.ask(acceptUserInvite, { id: sent?.id ?? '' })).toMatchObject([null, { errcode: 'INVITE_DEAD' }])
  })
})

describe('transferring ownership', () => {
  it('makes the other the Owner and the caller an Admin, in one step', async () => {
    const orgid = await organisation()
    expect(await owner.ask(transferOrg, { orgid, userid: 'mila' })).toEqual([{}, null])
    expect(await member.ask(editOrgName, { orgid, orgname: 'Mine now' })).toMatchObject([{ orgname: 'Mine now' }, null])
    expect(await owner.ask(editOrgName, { orgid, orgname: 'No longer' })).toMatchObject([null, { status: 403 }])
  })

  it('is not possible to somebody outside', async () => {
    const orgid = await organisation()
    const { userid } = await app.person(`guest${number++}`)
    expect(await owner.ask(transferOrg, { orgid, userid })).toMatchObject([null, { status: 404 }])
  })
})

describe('the audit log', () => {
  it('tells who did what, the newest first, in pages, by action or person', async () => {
    const orgid = await organisation()
    await owner.ask(editOrgName, { orgid, orgname: 'Renamed' })
    const [all] = await owner.ask(listAudit, { orgid })
    expect(all?.entries.map(({ actorid, action, target }) => [actorid, action, target])).toEqual([
      ['olga', 'org.rename', orgid],
      ['mila', 'invite.accept', 'mila'],
      ['olga', 'invite.send', 'mila'],
      ['olga', 'org.create', orgid],
    ])
    expect(all?.entries[0]?.data).toEqual({ orgname: 'Renamed' })
    const [page] = await owner.ask(listAudit, { orgid, limit: 3 })
    const [rest] = await owner.ask(listAudit, { orgid, limit: 3, cursor: page?.cursor ?? '' })
    expect(rest?.entries.map(({ action }) => action)).toEqual(['org.create'])
    const [byPerson] = await owner.ask(listAudit, { orgid, actorid: 'mila' })
    expect(byPerson?.entries).toHaveLength(1)
    const [byAction] = await owner.ask(listAudit, { orgid, action: 'invite.send' })
    expect(byAction?.entries).toHaveLength(1)
  })
})

describe('a deleted organisation', () => {
  it('cannot be brought back once it is due to be purged, even if that has not begun', async () => {
    const orgid = await organisation()
    await owner.ask(deleteOrg, { orgid })
    const { query } = app.platform.db.withTables<{ orgs: { orgid: string; deletedat: number } }>()
    const overdue = Date.now() - 30 * 24 * 3_600_000 - 1
    await query.updateTable('orgs').set({ deletedat: overdue }).where('orgid', '=', orgid).execute()
    expect((await owner.ask(listDeletedOrgs, {}))[0]?.orgs.map(org => org.orgid)).not.toContain(orgid)
    expect(await owner.ask(restoreOrg, { orgid })).toMatchObject([null, { status: 404 }])
  })

  it('is for good after 30 days, and the id is free again', async () => {
    // An app that is born with this clock, which is then set forward.
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await startAccount()
    const owner = await app.verifiedPerson('olga')
    const guest = await app.person('guest')
    const orgid = 'short-lived'
    await owner.ask(createOrg, { orgid, orgname: 'Short-lived' })
    await owner.ask(inviteUser, { orgid, userid: guest.userid })
    await owner.ask(deleteOrg, { orgid })
    vi.setSystemTime(Date.now() + 29 * 24 * 3_600_000)
    await app.platform.jobs.idle()
    expect((await owner.ask(listDeletedOrgs, {}))[0]?.orgs.map(org => org.orgid)).toContain(orgid)
    vi.setSystemTime(Date.now() + 2 * 24 * 3_600_000)
    await app.platform.jobs.idle()
    expect((await owner.ask(listDeletedOrgs, {}))[0]?.orgs.map(org => org.orgid)).not.toContain(orgid)
    expect(await owner.ask(createOrg, { orgid, orgname: 'Again' })).toEqual([{ orgid }, null])
    expect(await owner.ask(listOrgUsers, { orgid })).toMatchObject([{ membercount: 1 }, null])
    await app.close()
  })
})
