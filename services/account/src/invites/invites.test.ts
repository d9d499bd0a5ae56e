import {
  acceptEmailInvite,
  acceptUserInvite,
  cancelUserInvite,
  canInviteUser,
  copyInviteLink,
  declineEmailInvite,
  declineUserInvite,
  inviteByEmail,
  inviteUser,
  isInviteValid,
  listInviteHistory,
  listPendingInvites,
  listReceivedInvites,
  resendInvite,
  searchUsers,
} from '@plinth/contract/invites'
import { createOrg, leaveOrg, listOrgs } from '@plinth/contract/orgs'
import { setNotifications } from '@plinth/contract/profile'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
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
afterEach(() => vi.useRealTimers())

async function newOrg(): Promise<string> {
  const orgid = `org-${number++}`
  await owner.ask(createOrg, { orgid, orgname: `Org ${orgid}` })
  return orgid
}

const somebody = () => app.person(`guest${number++}`)
const orgidsOf = async ({ ask }: Person) => (await ask(listOrgs, {}))[0]?.orgs.map(({ orgid }) => orgid)
const received = async ({ ask }: Person) => (await ask(listReceivedInvites, {}))[0]?.invites ?? []
const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? ''
const days = (n: number) => vi.useFakeTimers({ now: Date.now() + n * 24 * 3_600_000, toFake: ['Date'] })
const dead = [null, { status: 410, errcode: 'INVITE_DEAD' }]

describe('an invite to a user', () => {
  it('is seen and accepted, and stands in the history', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    const [sent] = await owner.ask(inviteUser, { orgid, userid: guest.userid, role: ['Admin'] })
    expect(await received(guest)).toMatchObject([
      { id: sent?.id, orgid, orgname: `Org ${orgid}`, invitedby: 'olga', role: ['Admin'] },
    ])
    expect(await guest.ask(acceptUserInvite, { id: sent?.id ?? '' })).toEqual([{ orgid }, null])
    expect(await orgidsOf(guest)).toEqual([orgid])
    expect(await received(guest)).toEqual([])
    expect(await owner.ask(listPendingInvites, { orgid, isexternal: false })).toEqual([
      { invites: [], cursor: null },
      null,
    ])
    const [history] = await owner.ask(listInviteHistory, { orgid, isexternal: false })
    expect(history?.invites).toMatchObject([
      { userid: guest.userid, status: 'accepted', answeredat: expect.any(Number) },
    ])
  })

  it('can be declined, and cannot be accepted after that', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    const [sent] = await owner.ask(inviteUser, { orgid, userid: guest.userid })
    expect(await guest.ask(declineUserInvite, { id: sent?.id ?? '' })).toEqual([{}, null])
    expect(await guest.ask(acceptUserInvite, { id: sent?.id ?? '' })).toMatchObject(dead)
    expect(await orgidsOf(guest)).toEqual([])
  })

  it('can be cancelled', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    const [sent] = await owner.ask(inviteUser, { orgid, userid: guest.userid })
    expect(await owner.ask(cancelUserInvite, { id: sent?.id ?? '' })).toEqual([{}, null])
    expect(await received(guest)).toEqual([])
    expect(await guest.ask(acceptUserInvite, { id: sent?.id ?? '' })).toMatchObject(dead)
  })

  it('is nobody else’s: for others it is not there', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    const thief = await somebody()
    const [sent] = await owner.ask(inviteUser, { orgid, userid: guest.userid })
    expect(await thief.ask(acceptUserInvite, { id: sent?.id ?? '' })).toMatchObject(dead)
    expect(await thief.ask(declineUserInvite, { id: sent?.id ?? '' })).toMatchObject(dead)
    expect(await thief.ask(cancelUserInvite, { id: sent?.id ?? '' })).toMatchObject([null, { status: 404 }])
    expect(await thief.ask(acceptEmailInvite, { id: tokenOf(sent?.link) })).toMatchObject([
      null,
      { errcode: 'INVITE_OTHER_USER' },
    ])
  })

  it('is sent once, to somebody who exists and does not belong to it yet', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    const { userid } = guest
    expect(await owner.ask(canInviteUser, { orgid, userid })).toEqual([{ valid: true }, null])
    const [sent] = await owner.ask(inviteUser, { orgid, userid })
    expect(await owner.ask(inviteUser, { orgid, userid })).toMatchObject([
      null,
      { status: 409, errcode: 'INVITE_PENDING' },
    ])
    expect(await owner.ask(canInviteUser, { orgid, userid })).toEqual([{ valid: false }, null])
    await guest.ask(acceptUserInvite, { id: sent?.id ?? '' })
    expect(await owner.ask(inviteUser, { orgid, userid })).toMatchObject([
      null,
      { status: 409, errcode: 'ALREADY_MEMBER' },
    ])
    expect(await owner.ask(inviteUser, { orgid, userid: 'no-such' })).toMatchObject([null, { errcode: 'NO_SUCH_USER' }])
  })

  it('does not tell their address to whoever has its link', async () => {
    const orgid = await newOrg()
    const [sent] = await owner.ask(inviteUser, { orgid, userid: (await somebody()).userid })
    const preview = { orgid, orgname: `Org ${orgid}`, invitedby: 'olga Lind', email: '' }
    expect(await app.as()(isInviteValid, { id: tokenOf(sent?.link) })).toEqual([preview, null])
  })

  it('sends a mail, unless the person wants no notifications', async () => {
    const orgid = await newOrg()
    const [loud, quiet] = [await somebody(), await somebody()]
    await quiet.ask(setNotifications, { notifications: false })
    for (const { userid } of [loud, quiet]) await owner.ask(inviteUser, { orgid, userid })
    const subjects = async (email: string) => (await app.mailsTo(email)).map(({ subject }) => subject)
    expect(await subjects(loud.email)).toContain(`You're invited to join Org ${orgid}`)
    expect(await subjects(quiet.email)).not.toContain(`You're invited to join Org ${orgid}`)
  })
})

describe('an invite by e-mail', () => {
  it('leads somebody new from the mail to membership', async () => {
    const orgid = await newOrg()
    const email = `fresh${number}@example.org`
    const [sent] = await owner.ask(inviteByEmail, { orgid, email: email.toUpperCase() })
    const { token = '' } = await app.linkTo(email, '/auth/verify-invite')
    expect(tokenOf(sent?.link)).toBe(token)
    const preview = { orgid, orgname: `Org ${orgid}`, invitedby: 'olga Lind', email }
    expect(await app.as()(isInviteValid, { id: token })).toEqual([preview, null])
    const fresh = await app.person(`fresh${number++}`)
    expect(await fresh.ask(acceptEmailInvite, { id: token })).toEqual([{ orgid }, null])
    expect(await fresh.ask(acceptEmailInvite, { id: token })).toMatchObject(dead)
    expect(await app.as()(isInviteValid, { id: token })).toMatchObject(dead)
  })

  it('is refused to somebody with another address, who does not use it up', async () => {
    const orgid = await newOrg()
    const [meant, other] = [await somebody(), await somebody()]
    const [sent] = await owner.ask(inviteByEmail, { orgid, email: meant.email })
    const id = tokenOf(sent?.link)
    expect(await other.ask(acceptEmailInvite, { id })).toMatchObject([
      null,
      { status: 403, errcode: 'INVITE_OTHER_USER' },
    ])
    expect(await other.ask(declineEmailInvite, { id })).toMatchObject([
      null,
      { status: 403, errcode: 'INVITE_OTHER_USER' },
    ])
    expect(await meant.ask(declineEmailInvite, { id })).toEqual([{}, null])
  })

  it('shows among the received ones once the address is verified', async () => {
    const orgid = await newOrg()
    const plain = await somebody()
    const proven = await app.verifiedPerson(`proven${number++}`)
    for (const { email } of [plain, proven]) await owner.ask(inviteByEmail, { orgid, email })
    expect(await received(plain)).toEqual([])
    expect(await received(proven)).toMatchObject([{ orgid }])
  })

  it('runs out after seven days, and can be sent again', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    const [sent] = await owner.ask(inviteByEmail, { orgid, email: guest.email })
    days(8)
    expect(await guest.ask(acceptEmailInvite, { id: tokenOf(sent?.link) })).toMatchObject(dead)
    const [again] = await owner.ask(resendInvite, { id: sent?.id ?? '' })
    expect(await guest.ask(acceptEmailInvite, { id: tokenOf(sent?.link) })).toMatchObject(dead)
    expect(await guest.ask(acceptEmailInvite, { id: tokenOf(again?.link) })).toEqual([{ orgid }, null])
  })

  it('that ran out is history at once, and does not stand in the way of a new one', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    await owner.ask(inviteByEmail, { orgid, email: guest.email })
    days(8)
    const [pending] = await owner.ask(listPendingInvites, { orgid, isexternal: true })
    expect(pending?.invites).toEqual([])
    expect(await owner.ask(inviteByEmail, { orgid, email: guest.email })).toMatchObject([
      { id: expect.any(String) },
      null,
    ])
    const [history] = await owner.ask(listInviteHistory, { orgid, isexternal: true })
    expect(history?.invites).toMatchObject([{ status: 'expired' }])
  })

  it('has links that can be copied as often as one likes, all of them good until it is answered', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    const [sent] = await owner.ask(inviteByEmail, { orgid, email: guest.email })
    const [copy] = await owner.ask(copyInviteLink, { id: sent?.id ?? '' })
    expect(tokenOf(copy?.link)).not.toBe(tokenOf(sent?.link))
    expect(await app.as()(isInviteValid, { id: tokenOf(sent?.link) })).toMatchObject([{ orgid }, null])
    expect(await guest.ask(acceptEmailInvite, { id: tokenOf(copy?.link) })).toEqual([{ orgid }, null])
    expect(await owner.ask(copyInviteLink, { id: sent?.id ?? '' })).toMatchObject(dead)
    expect(await owner.ask(resendInvite, { id: sent?.id ?? '' })).toMatchObject(dead)
  })
})

describe('who may invite', () => {
  it('has a verified address', async () => {
    const fresh = await somebody()
    const orgid = `fresh-${number++}`
    await fresh.ask(createOrg, { orgid, orgname: 'Fresh' })
    const [, error] = await fresh.ask(inviteByEmail, { orgid, email: 'someone@example.org' })
    expect(error).toMatchObject({ status: 403, errcode: 'EMAIL_UNVERIFIED' })
  })

  it('grants no role above their own', async () => {
    const orgid = await newOrg()
    const admin = await app.verifiedPerson(`admin${number++}`)
    await app.join(owner, orgid, admin, ['Admin'])
    const { userid } = await somebody()
    expect(await admin.ask(inviteUser, { orgid, userid, role: ['Owner'] })).toMatchObject([
      null,
      { errcode: 'ROLE_ABOVE_OWN' },
    ])
    expect(await admin.ask(inviteUser, { orgid, userid, role: ['Admin'] })).toMatchObject([
      { id: expect.any(String) },
      null,
    ])
  })
})

describe('at the same moment', () => {
  it.each(Array.from({ length: 5 }, (_, n) => n))('an invite is accepted once (%i)', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    const [sent] = await owner.ask(inviteUser, { orgid, userid: guest.userid })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => guest.ask(acceptUserInvite, { id: sent?.id ?? '' })),
    )
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(new Set(answers.flatMap(([, error]) => error?.errcode ?? []))).toEqual(new Set(['INVITE_DEAD']))
  })

  it.each(Array.from({ length: 5 }, (_, n) => n))('accepting and cancelling end in one of the two (%i)', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    const [sent] = await owner.ask(inviteUser, { orgid, userid: guest.userid })
    const id = sent?.id ?? ''
    const [accepted, cancelled] = await Promise.all([
      guest.ask(acceptUserInvite, { id }),
      owner.ask(cancelUserInvite, { id }),
    ])
    expect([accepted, cancelled].filter(([data]) => data)).toHaveLength(1)
    expect(await orgidsOf(guest)).toEqual(accepted[0] ? [orgid] : [])
  })

  it('one person is invited once', async () => {
    const orgid = await newOrg()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.ask(inviteByEmail, { orgid, email: 'race@example.org' })),
    )
    expect(answers.filter(([data]) => data)).toHaveLength(1)
  })
})

describe('looking for people to invite', () => {
  it('finds by the beginning of user id or name and by whole address, and says who is in already', async () => {
    const orgid = await newOrg()
    const zora = await app.person('zora-blum')
    await app.verifiedPerson('zoran')
    const find = async (searchkey: string) => (await owner.ask(searchUsers, { orgid, searchkey }))[0]?.users
    expect(await find('zora')).toMatchObject([
      { userid: 'zora-blum', ismember: false, isinvited: false },
      { userid: 'zoran' },
    ])
    expect(await find('blu')).toMatchObject([{ userid: 'zora-blum' }])
    expect(await find('ZORAN@example.org')).toMatchObject([{ userid: 'zoran' }])
    expect(await find('zoran@example')).toEqual([])
    await owner.ask(inviteUser, { orgid, userid: 'zora-blum' })
    expect(await find('blu')).toMatchObject([{ ismember: false, isinvited: true }])
    const [invite] = await received(zora)
    await zora.ask(acceptUserInvite, { id: invite?.id ?? '' })
    expect(await find('blu')).toMatchObject([{ ismember: true, isinvited: false }])
  })

  it('finds nobody by an address that they have not proven to be theirs', async () => {
    const orgid = await newOrg()
    const { email } = await app.person('claims-it')
    expect(await owner.ask(searchUsers, { orgid, searchkey: email })).toEqual([{ users: [] }, null])
    expect(await owner.ask(searchUsers, { orgid, searchkey: 'claims-it' })).toMatchObject([{ users: [{}] }, null])
  })

  it('is no way to list everybody', async () => {
    const orgid = await newOrg()
    expect(await owner.ask(searchUsers, { orgid, searchkey: 'a' })).toMatchObject([null, { status: 400 }])
    const [found] = await owner.ask(searchUsers, { orgid, searchkey: 'lind' })
    expect(found?.users.length).toBeLessThanOrEqual(10)
  })
})

describe('the lists of invites', () => {
  it('come in pages, the newest first', async () => {
    const orgid = await newOrg()
    const emails = Array.from({ length: 25 }, (_, n) => `page${n}@example.org`)
    for (const email of emails) await owner.ask(inviteByEmail, { orgid, email })
    const seen: (string | null)[] = []
    for (let cursor: string | undefined; ; ) {
      const [page] = await owner.ask(listPendingInvites, { orgid, isexternal: true, cursor })
      seen.push(...(page?.invites.map(({ email }) => email) ?? []))
      if (!page?.cursor) break
      cursor = page.cursor
    }
    expect(seen.toSorted()).toEqual(emails.toSorted())
    expect(await owner.ask(listPendingInvites, { orgid, isexternal: false })).toEqual([
      { invites: [], cursor: null },
      null,
    ])
  })
})

describe('somebody who left', () => {
  it('can be invited again', async () => {
    const orgid = await newOrg()
    const guest = await somebody()
    await app.join(owner, orgid, guest, ['Member'])
    await guest.ask(leaveOrg, { orgid })
    await app.join(owner, orgid, guest, ['Admin'])
    expect(await orgidsOf(guest)).toEqual([orgid])
  })
})
