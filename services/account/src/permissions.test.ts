import { apiBase, type Call } from '@plinth/contract/call'
import { calls } from '@plinth/contract/calls'
import { inviteByEmail } from '@plinth/contract/invites'
import { createOrg, leaveOrg } from '@plinth/contract/orgs'
import { type OrgRole, orgRoles, permissions } from '@plinth/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAccount } from './testing/people.ts'

type App = Awaited<ReturnType<typeof startAccount>>
type Person = Awaited<ReturnType<App['person']>>

/** Every call that takes a role in an organisation, as every role and as everybody who has none there. */
const guarded = calls.filter(
  (call): call is Call & { permission: keyof typeof permissions } =>
    call.permission !== 'anyone' && call.permission !== 'self',
)

let app: App
const people: Record<string, Person> = {}
const roles = orgRoles.map(({ role }) => role)

beforeAll(async () => {
  app = await startAccount()
  for (const userid of [...roles.map(role => role.toLowerCase()), 'stranger', 'neighbour', 'removed', 'target']) {
    people[userid] = await app.verifiedPerson(userid)
  }
  await person('neighbour').ask(createOrg, { orgid: 'next-door', orgname: 'Next door' })
})
afterAll(() => app.close())

function person(userid: string): Person {
  const found = people[userid]
  if (!found) throw new Error(userid)
  return found
}

let number = 0

/** A fresh organisation with everybody in place, and a pending invite. */
async function scene() {
  const orgid = `scene-${number++}`
  const owner = person('owner')
  // One owner builds them all, and would run into the limit of invites an hour.
  await app.platform.ratelimit.reset('inviteByAccount:owner')
  await owner.ask(createOrg, { orgid, orgname: 'Scene' })
  for (const role of ['Admin', 'Member'] as const) await app.join(owner, orgid, person(role.toLowerCase()), [role])
  for (const userid of ['removed', 'target']) await app.join(owner, orgid, person(userid), ['Owner'])
  await person('removed').ask(leaveOrg, { orgid })
  const [invite] = await owner.ask(inviteByEmail, { orgid, email: `scene${number}@example.org` })
  return { orgid, id: invite?.id ?? '' }
}

async function attempt(call: Call, { accesstoken }: Person) {
  const { orgid, id } = await scene()
  const usual = { orgid, userid: 'target', role: ['Member'], orgname: 'Renamed', orgmeta: { description: 'New' } }
  const more = { email: 'new@example.org', searchkey: 'target', isexternal: false, requiretwofactor: false }
  // An invite's own calls name it by its id; the organisation is then not theirs to say.
  const body =
    'id' in call.request.shape
      ? { id }
      : { ...usual, ...more, ...(call.name === 'inviteByEmail' ? { isexternal: true } : {}) }
  const response = await fetch(app.url + apiBase + call.path, {
    method: call.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accesstoken}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { errcode?: string } }
}

describe.each(guarded.map(call => [call.name, call] as const))('%s', (_, call) => {
  const allowed: readonly OrgRole[] = permissions[call.permission].roles as readonly OrgRole[]

  it.each(roles)(`as %s`, async role => {
    const { status, body } = await attempt(call, person(role.toLowerCase()))
    if (!allowed.includes(role)) expect([status, body.errcode]).toEqual([403, 'FORBIDDEN'])
    else expect([200, 409], JSON.stringify(body)).toContain(status)
  })

  it.each(['stranger', 'neighbour', 'removed'])('as %s it is not there', async userid => {
    const { status, body } = await attempt(call, person(userid))
    expect([status, body.errcode]).toEqual([404, 'NOT_FOUND'])
  })
})
