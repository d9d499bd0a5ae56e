import {
  acceptEmailInvite,
  acceptUserInvite,
  cancelEmailInvite,
  copyInviteLink,
  declineEmailInvite,
  inviteByEmail,
  inviteUser,
  resendInvite,
} from '@plinth/contract/invites'
import { createOrg } from '@plinth/contract/orgs'
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

const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]
const dead = refused(410, 'INVITE_DEAD')
const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? ''

async function newOrg(by = owner): Promise<string> {
  const orgid = `org-${number++}`
  await by.ask(createOrg, { orgid, orgname: `Org ${orgid}` })
  return orgid
}

/** The address of an account changes to one that has been invited before. */
async function moveTo(person: Person, email: string): Promise<void> {
  await person.ask(requestEmailChange, { email })
  const { token = '' } = await app.linkTo(email, '/auth/change-email')
  const [, error] = await person.ask(applyEmailChange, { token })
  if (error) throw new Error(error.msg)
}

describe('whoever invites', () => {
  it('has a verified address, by user id as by e-mail, and to send again', async () => {
    const fresh = await app.person(`fresh${number++}`)
    const orgid = await newOrg(fresh)
    const unverified = refused(403, 'EMAIL_UNVERIFIED')
    expect(await fresh.ask(inviteByEmail, { orgid, email: 'some@example.org' })).toEqual(unverified)
    expect(await fresh.ask(inviteUser, { orgid, userid: owner.userid })).toEqual(unverified)
    const shared = await newOrg()
    await app.join(owner, shared, fresh, ['Admin'])
    const [sent] = await owner.ask(inviteByEmail, { orgid: shared, email: 'other@example.org' })
    expect(await fresh.ask(resendInvite, { id: sent?.id ?? '' })).toEqual(unverified)
  })

  it('by e-mail too, grants no role above their own', async () => {
    const orgid = await newOrg()
    const admin = await app.verifiedPerson(`admin${number++}`)
    await app.join(owner, orgid, admin, ['Admin'])
    const answer = await admin.ask(inviteByEmail, { orgid, email: 'high@example.org', role: ['Owner'] })
    expect(answer).toEqual(refused(403, 'ROLE_ABOVE_OWN'))
  })

  it('gets no link to an invite that grants a role above their own', async () => {
    const orgid = await newOrg()
    const admin = await app.verifiedPerson(`admin${number++}`)
    await app.join(owner, orgid, admin, ['Admin'])
    const [high] = await owner.ask(inviteByEmail, { orgid, email: 'high@example.org', role: ['Owner'] })
    const [equal] = await owner.ask(inviteByEmail, { orgid, email: 'equal@example.org', role: ['Admin'] })
    for (const call of [copyInviteLink, resendInvite]) {
      expect(await admin.ask(call, { id: high?.id ?? '' })).toEqual(refused(403, 'ROLE_ABOVE_OWN'))
      expect(await owner.ask(call, { id: high?.id ?? '' })).toMatchObject([{ id: high?.id }, null])
      expect(await admin.ask(call, { id: equal?.id ?? '' })).toMatchObject([{ id: equal?.id }, null])
    }
  })

  it('fills nobody’s mailbox: ten mails an hour to one, whatever the organisation, and others still get theirs', async () => {
    const busy = await app.verifiedPerson(`busy${number++}`)
    const email = 'tired@example.org'
    const [invite] = await busy.ask(inviteByEmail, { orgid: await newOrg(busy), email })
    const id = invite?.id ?? ''
    for (let sent = 1; sent < 10; sent++) expect(await busy.ask(resendInvite, { id })).toMatchObject([{ id }, null])
    const tooMany = refused(429, 'TOO_MANY_TRIES')
    expect(await busy.ask(resendInvite, { id })).toEqual(tooMany)
    const another = await newOrg(busy)
    expect(await busy.ask(inviteByEmail, { orgid: another, email })).toEqual(tooMany)
    expect(await busy.ask(inviteByEmail, { orgid: another, email: 'fresh@example.org' })).toMatchObject([{}, null])
  })
})

describe('one person', () => {
  it('is invited once, whether by user id or by address', async () => {
    const orgid = await newOrg()
    const { userid, email } = await app.person(`guest${number++}`)
    const [sent] = await owner.ask(inviteUser, { orgid, userid })
    expect(await owner.ask(inviteByEmail, { orgid, email })).toEqual(refused(409, 'INVITE_PENDING'))
    await owner.ask(cancelEmailInvite, { id: sent?.id ?? '' })
    expect(await owner.ask(inviteByEmail, { orgid, email })).toMatchObject([{ id: expect.any(String) }, null])
    expect(await owner.ask(inviteUser, { orgid, userid })).toEqual(refused(409, 'INVITE_PENDING'))
  })

  it('who belongs to it already is not invited by address', async () => {
    const orgid = await newOrg()
    const guest = await app.person(`guest${number++}`)
    await app.join(owner, orgid, guest, ['Member'])
    expect(await owner.ask(inviteByEmail, { orgid, email: guest.email })).toEqual(refused(409, 'ALREADY_MEMBER'))
  })

  it('who came to have two invites joins by one and is told so by the other', async () => {
    const joined = refused(409, 'ALREADY_MEMBER')
    for (const first of ['link', 'list'] as const) {
      const orgid = await newOrg()
      const guest = await app.person(`guest${number++}`)
      const email = `later${number}@example.org`
      const [byUserid] = await owner.ask(inviteUser, { orgid, userid: guest.userid })
      const [byEmail] = await owner.ask(inviteByEmail, { orgid, email })
      await moveTo(guest, email)
      const follow = () => guest.ask(acceptEmailInvite, { id: tokenOf(byEmail?.link) })
      const pick = () => guest.ask(acceptUserInvite, { id: byUserid?.id ?? '' })
      expect(await (first === 'link' ? follow() : pick())).toEqual([{ orgid }, null])
      expect(await (first === 'link' ? pick() : follow())).toEqual(joined)
    }
  })
})

describe('an invite by e-mail that is over', () => {
  it('is neither cancelled nor declined', async () => {
    const orgid = await newOrg()
    const guest = await app.person(`guest${number++}`)
    const [sent] = await owner.ask(inviteByEmail, { orgid, email: guest.email })
    expect(await owner.ask(cancelEmailInvite, { id: sent?.id ?? '' })).toEqual([{}, null])
    expect(await owner.ask(cancelEmailInvite, { id: sent?.id ?? '' })).toEqual(dead)
    expect(await guest.ask(declineEmailInvite, { id: tokenOf(sent?.link) })).toEqual(dead)
  })
})
