import { listAudit } from '@plinth/contract/audit'
import {
  acceptEmailInvite,
  acceptUserInvite,
  copyInviteLink,
  inviteByEmail,
  listInviteHistory,
  listPendingInvites,
  resendInvite,
} from '@plinth/contract/invites'
import { removeOrgUser, replaceOrgRoles } from '@plinth/contract/org-users'
import { createOrg, leaveOrg, transferOrg } from '@plinth/contract/orgs'
import { applyEmailChange, requestEmailChange } from '@plinth/contract/recovery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAccount } from '../testing/people.ts'

type App = Awaited<ReturnType<typeof startAccount>>
type Person = Awaited<ReturnType<App['person']>>

let app: App
let owner: Person
let number = 0

beforeAll(async () => {
  app = await startAccount()
  owner = await app.verifiedPerson('olga')
})
afterAll(() => app.close())

const dead = [null, expect.objectContaining({ status: 410, errcode: 'INVITE_DEAD' })]
const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? ''

/** An organisation with somebody in it who invites. */
async function organisation(role: 'Admin' | 'Owner' = 'Admin') {
  const orgid = `org-${number++}`
  await owner.ask(createOrg, { orgid, orgname: `Org ${orgid}` })
  const inviter = await app.verifiedPerson(`inviter${number++}`)
  await app.join(owner, orgid, inviter, [role])
  return { orgid, inviter }
}

/** Somebody who could accept, with an address that was not invited before. */
const guest = () => app.verifiedPerson(`guest${number++}`)

async function invited(by: Person, orgid: string, to: Person, role: 'Member' | 'Owner' = 'Member') {
  const [sent, error] = await by.ask(inviteByEmail, { orgid, email: to.email, role: [role] })
  if (error) throw new Error(error.msg)
  return { id: sent.id, token: tokenOf(sent.link) }
}

const addresses = async (orgid: string) =>
  (await owner.ask(listPendingInvites, { orgid, isexternal: true }))[0]?.invites.map(({ email }) => email)

describe('what somebody invited to', () => {
  const ways: [string, (orgid: string, inviter: Person) => Promise<unknown>][] = [
    ['is removed', (orgid, { userid }) => owner.ask(removeOrgUser, { orgid, userid })],
    ['leaves', (orgid, inviter) => inviter.ask(leaveOrg, { orgid })],
    ['may invite no more', (orgid, { userid }) => owner.ask(replaceOrgRoles, { orgid, userid, role: ['Member'] })],
  ]
  for (const [way, lose] of ways)
    it(`is cancelled when that person ${way}, and what others invited to is not`, async () => {
      const { orgid, inviter } = await organisation()
      const [theirs, other] = [await guest(), await guest()]
      const sent = await invited(inviter, orgid, theirs)
      const stays = await invited(owner, orgid, other)
      await lose(orgid, inviter)
      expect(await theirs.ask(acceptEmailInvite, { id: sent.token })).toEqual(dead)
      expect(await addresses(orgid)).toEqual([other.email])
      const [history] = await owner.ask(listInviteHistory, { orgid, isexternal: true })
      expect(history?.invites).toMatchObject([{ id: sent.id, email: theirs.email, status: 'cancelled' }])
      const [audit] = await owner.ask(listAudit, { orgid, action: 'invite.cancel' })
      expect(audit?.entries).toMatchObject([{ target: theirs.email }])
      expect(await other.ask(acceptEmailInvite, { id: stays.token })).toMatchObject([{ orgid }, null])
    })

  it('stays as far as the roles allow it that are left', async () => {
    const { orgid, inviter } = await organisation('Owner')
    const [high, low] = [await guest(), await guest()]
    await invited(inviter, orgid, high, 'Owner')
    await invited(inviter, orgid, low)
    await owner.ask(replaceOrgRoles, { orgid, userid: inviter.userid, role: ['Admin'] })
    expect(await addresses(orgid)).toEqual([low.email])
  })

  it('as Owner ends when the organisation is handed over', async () => {
    const { orgid, inviter } = await organisation()
    const high = await guest()
    await invited(owner, orgid, high, 'Owner')
    await owner.ask(transferOrg, { orgid, userid: inviter.userid })
    expect(await addresses(orgid)).toEqual([])
  })

  it('stays once somebody else has sent it again', async () => {
    const { orgid, inviter } = await organisation()
    const theirs = await guest()
    const { id } = await invited(inviter, orgid, theirs)
    const [again] = await owner.ask(resendInvite, { id })
    await owner.ask(removeOrgUser, { orgid, userid: inviter.userid })
    const accepted = await theirs.ask(acceptEmailInvite, { id: tokenOf(again?.link) })
    expect(accepted).toMatchObject([{ orgid }, null])
  })

  it('is either accepted or cancelled when both happen at once', async () => {
    const { orgid, inviter } = await organisation()
    const theirs = await guest()
    const { token } = await invited(inviter, orgid, theirs)
    const [[accepted], [, refused]] = await Promise.all([
      theirs.ask(acceptEmailInvite, { id: token }),
      owner.ask(removeOrgUser, { orgid, userid: inviter.userid }),
    ])
    expect(refused).toBeNull()
    const [history] = await owner.ask(listInviteHistory, { orgid, isexternal: true })
    expect(history?.invites).toMatchObject([{ status: accepted ? 'accepted' : 'cancelled' }])
  })
})

it('whoever is removed does not come back by another invite to them', async () => {
  const { orgid } = await organisation()
  const [person, other] = [await guest(), await guest()]
  const email = `work-${person.email}`
  const atWork = await invited(owner, orgid, { ...person, email })
  await invited(owner, orgid, other)
  await app.join(owner, orgid, person, ['Member'])
  await person.ask(requestEmailChange, { email })
  const { token = '' } = await app.linkTo(email, '/auth/change-email')
  expect(await person.ask(applyEmailChange, { token })).toEqual([{ email }, null])
  await owner.ask(removeOrgUser, { orgid, userid: person.userid })
  expect(await person.ask(acceptUserInvite, { id: atWork.id })).toEqual(dead)
  expect(await person.ask(acceptEmailInvite, { id: atWork.token })).toEqual(dead)
  expect(await addresses(orgid)).toEqual([other.email])
  const [audit] = await owner.ask(listAudit, { orgid, action: 'invite.cancel' })
  expect(audit?.entries).toMatchObject([{ actorid: 'olga', target: email }])
})

it("a link that somebody took of another one's invite ends with their membership; the others to it work on", async () => {
  const { orgid, inviter } = await organisation()
  const theirs = await guest()
  const { id, token } = await invited(owner, orgid, theirs)
  const [taken] = await inviter.ask(copyInviteLink, { id })
  await owner.ask(removeOrgUser, { orgid, userid: inviter.userid })
  expect(await theirs.ask(acceptEmailInvite, { id: tokenOf(taken?.link) })).toEqual(dead)
  expect(await theirs.ask(acceptEmailInvite, { id: token })).toMatchObject([{ orgid }, null])
})
