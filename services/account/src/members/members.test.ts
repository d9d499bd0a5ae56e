import { listOrgUsers, orgUserInfo, removeOrgUser, replaceOrgRoles } from '@plinth/contract/org-users'
import { createOrg, editOrgMeta, editOrgName, leaveOrg, listOrgs, transferOrg } from '@plinth/contract/orgs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountTables } from '../tables.ts'
import { startAccount } from '../testing/people.ts'
import { insertMember } from './members.repository.ts'

type App = Awaited<ReturnType<typeof startAccount>>
type Person = Awaited<ReturnType<App['person']>>

let app: App
let owner: Person
let admin: Person
let member: Person

beforeAll(async () => {
  app = await startAccount()
  owner = await app.verifiedPerson('olga')
  admin = await app.person('adam')
  member = await app.person('mila')
})
afterAll(() => app.close())

let orgs = 0

/** An organisation with one of each role. */
async function organisation(): Promise<string> {
  const orgid = `org-${orgs++}`
  await owner.ask(createOrg, { orgid, orgname: `Org ${orgs}` })
  await app.join(owner, orgid, admin, ['Admin'])
  await app.join(owner, orgid, member, ['Member'])
  return orgid
}

const roleOf = async ({ ask }: Person, orgid: string) =>
  (await ask(listOrgs, {}))[0]?.orgs.find(org => org.orgid === orgid)?.role

describe('changing roles', () => {
  it('replaces them, and the person has the new ones at once', async () => {
    const orgid = await organisation()
    const answer = await owner.ask(replaceOrgRoles, { orgid, userid: 'mila', role: ['Admin', 'Member'] })
    expect(answer).toEqual([{ userid: 'mila', role: ['Admin', 'Member'] }, null])
    expect(await roleOf(member, orgid)).toEqual(['Admin', 'Member'])
    expect(await member.ask(listOrgUsers, { orgid })).toMatchObject([{ membercount: 3 }, null])
  })

  it('needs at least one, known, each once', async () => {
    const orgid = await organisation()
    for (const role of [[], ['Admin', 'Admin'], ['King']]) {
      const [, error] = await owner.ask(replaceOrgRoles, { orgid, userid: 'mila', role: role as never })
      expect(error).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
    }
    const [, none] = await owner.ask(replaceOrgRoles, { orgid, userid: 'mila', role: [] })
    expect(none?.errdata.data).toEqual({ fields: { role: 'You have to select at least one item.' } })
  })

  it('of somebody who does not belong to it answers 404', async () => {
    const orgid = await organisation()
    await app.person('stranger')
    expect(await owner.ask(replaceOrgRoles, { orgid, userid: 'stranger', role: ['Member'] })).toMatchObject([
      null,
      { status: 404 },
    ])
  })
})

describe('the last Owner', () => {
  const refused = [null, { status: 409, errcode: 'LAST_OWNER' }]

  it('can neither leave nor be demoted nor be removed', async () => {
    const orgid = await organisation()
    expect(await owner.ask(leaveOrg, { orgid })).toMatchObject(refused)
    expect(await owner.ask(replaceOrgRoles, { orgid, userid: 'olga', role: ['Admin'] })).toMatchObject(refused)
    expect(await owner.ask(removeOrgUser, { orgid, userid: 'olga' })).toMatchObject(refused)
    expect(await roleOf(owner, orgid)).toEqual(['Owner'])
  })

  it('can go once there is another', async () => {
    const orgid = await organisation()
    await owner.ask(replaceOrgRoles, { orgid, userid: 'adam', role: ['Owner'] })
    expect(await owner.ask(leaveOrg, { orgid })).toEqual([{}, null])
    expect(await admin.ask(leaveOrg, { orgid })).toMatchObject(refused)
  })

  it.each(Array.from({ length: 5 }, (_, n) => n))('is kept when two Owners leave at the same moment (%i)', async () => {
    const orgid = await organisation()
    await owner.ask(replaceOrgRoles, { orgid, userid: 'adam', role: ['Owner'] })
    const answers = await Promise.all([owner.ask(leaveOrg, { orgid }), admin.ask(leaveOrg, { orgid })])
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(answers.flatMap(([, error]) => error?.errcode ?? [])).toEqual(['LAST_OWNER'])
  })

  it.each(Array.from({ length: 5 }, (_, n) => n))(
    'is kept when two Owners demote each other at the same moment (%i)',
    async () => {
      const orgid = await organisation()
      await owner.ask(replaceOrgRoles, { orgid, userid: 'adam', role: ['Owner'] })
      await Promise.all([
        owner.ask(replaceOrgRoles, { orgid, userid: 'adam', role: ['Member'] }),
        admin.ask(replaceOrgRoles, { orgid, userid: 'olga', role: ['Member'] }),
      ])
      const roles = [await roleOf(owner, orgid), await roleOf(admin, orgid)].flat()
      expect(roles.filter(role => role === 'Owner').length).toBeGreaterThanOrEqual(1)
    },
  )
})

describe('Owners who act at the same moment', () => {
  const five = Array.from({ length: 5 }, (_, n) => n)

  /** How many of the three are Owners still, and what became of the requests. */
  async function outcome(orgid: string, asked: Promise<[unknown, { errcode: string } | null]>[]) {
    const answers = await Promise.all(asked)
    const roles = await Promise.all([owner, admin, member].map(person => roleOf(person, orgid)))
    return {
      owners: roles.filter(role => role?.includes('Owner')).length,
      refused: answers.flatMap(([, error]) => error?.errcode ?? []),
    }
  }

  it.each(five)('cannot both remove the other (%i)', async () => {
    const orgid = await organisation()
    await owner.ask(replaceOrgRoles, { orgid, userid: 'adam', role: ['Owner'] })
    const { owners, refused } = await outcome(orgid, [
      owner.ask(removeOrgUser, { orgid, userid: 'adam' }),
      admin.ask(removeOrgUser, { orgid, userid: 'olga' }),
    ])
    expect(owners).toBe(1)
    expect(refused).toEqual(['NOT_FOUND'])
  })

  it.each(five)('cannot hand it over twice (%i)', async () => {
    const orgid = await organisation()
    const { owners, refused } = await outcome(orgid, [
      owner.ask(transferOrg, { orgid, userid: 'adam' }),
      owner.ask(transferOrg, { orgid, userid: 'mila' }),
    ])
    expect(owners).toBe(1)
    expect(refused).toEqual(['FORBIDDEN'])
  })
})

describe('leaving and being removed', () => {
  it('ends all access at once', async () => {
    const orgid = await organisation()
    expect(await member.ask(leaveOrg, { orgid })).toEqual([{}, null])
    expect(await owner.ask(removeOrgUser, { orgid, userid: 'adam' })).toEqual([{}, null])
    expect(await roleOf(member, orgid)).toBeUndefined()
    expect(await admin.ask(listOrgUsers, { orgid })).toMatchObject([null, { status: 404, errcode: 'NOT_FOUND' }])
    expect(await member.ask(leaveOrg, { orgid })).toMatchObject([null, { status: 404 }])
    expect(await owner.ask(listOrgUsers, { orgid })).toMatchObject([{ membercount: 1 }, null])
  })
})

describe('editing an organisation', () => {
  it('shows every member the new name and description', async () => {
    const orgid = await organisation()
    expect(await owner.ask(editOrgName, { orgid, orgname: 'Southwind' })).toEqual([
      { orgid, orgname: 'Southwind' },
      null,
    ])
    const meta = { description: 'From the south.' }
    expect(await owner.ask(editOrgMeta, { orgid, orgmeta: meta })).toEqual([{ orgid, orgmeta: meta }, null])
    const [list] = await member.ask(listOrgs, {})
    expect(list?.orgs.find(org => org.orgid === orgid)).toMatchObject({ orgname: 'Southwind', orgmeta: meta })
  })

  it('says what is wrong with a name', async () => {
    const orgid = await organisation()
    const [, error] = await owner.ask(editOrgName, { orgid, orgname: 'x' })
    expect(error?.errdata.data).toEqual({ fields: { orgname: 'Orgname must be at least 2 characters.' } })
  })
})

describe('the list of members', () => {
  const names = Array.from({ length: 45 }, (_, n) => `Person ${String((n * 7) % 45).padStart(2, '0')}`)
  let big: string

  beforeAll(async () => {
    big = await organisation()
    const tables = app.platform.db.withTables<AccountTables>()
    for (const [n, name] of names.entries()) {
      const userid = `p${n}-${n % 2 ? 'odd' : 'even'}`
      await tables.transaction(async tx => {
        const user = { userid, name, email: `${userid}@example.org`, emailverified: 0, passwordhash: null }
        await tx.query
          .insertInto('users')
          .values({ ...user, ssotype: 'upsso', notifications: 1, createdat: n })
          .execute()
        await insertMember(tx, { orgid: big, userid, name, role: ['Member'], isexternal: n % 3 === 0 })
      })
    }
  })

  async function all(request: object): Promise<string[]> {
    const found: string[] = []
    for (let cursor: string | undefined; ; ) {
      const [page, error] = await owner.ask(listOrgUsers, { orgid: big, limit: 7, ...request, cursor })
      if (error) throw new Error(error.msg)
      expect(page.users.length).toBeLessThanOrEqual(7)
      found.push(...page.users.map(({ name }) => name))
      if (!page.cursor) return found
      cursor = page.cursor
    }
  }

  it('comes in pages without gap or double, sorted either way', async () => {
    const people = [...names, 'adam Lind', 'mila Lind', 'olga Lind']
    expect(await all({ sort: 'name' })).toEqual(people.toSorted())
    expect(await all({ sort: '-name' })).toEqual(people.toSorted().reverse())
    expect((await all({ sort: 'joinedat' })).slice(0, 1)).toEqual(['olga Lind'])
    expect((await all({ sort: '-joinedat' })).at(-1)).toBe('olga Lind')
  })

  it.each([['x'], [1.5], [1e300], ['\0']])('refuses a cursor with the place %j', async place => {
    const cursor = Buffer.from(JSON.stringify([place, 'mila'])).toString('base64url')
    const answer = await owner.ask(listOrgUsers, { orgid: big, limit: 7, sort: 'joinedat', cursor })
    expect(answer).toMatchObject([null, { status: 400, errcode: 'BAD_INPUT' }])
  })

  it('is searched by the beginning of user id and name, each person once', async () => {
    expect(await all({ search: 'person 07' })).toEqual(['Person 07'])
    expect(await all({ search: 'PERSON' })).toHaveLength(45)
    expect(await all({ search: 'even' })).toHaveLength(23)
    expect(await all({ search: 'p1' })).toHaveLength(11)
    expect(await all({ search: 'erson' })).toEqual([])
    expect(await all({ search: 'p3-odd@example.org' })).toEqual([names[3]])
  })

  it('can be narrowed to those from outside', async () => {
    expect(await all({ isexternal: true })).toHaveLength(15)
    expect(await all({ isexternal: false })).toHaveLength(33)
  })

  it('can be narrowed so while it is searched', async () => {
    expect(await all({ isexternal: true, search: 'person' })).toHaveLength(15)
    expect(await all({ isexternal: false, search: 'even' })).toHaveLength(15)
    expect(await all({ isexternal: true, search: 'p3-odd@example.org' })).toEqual([names[3]])
    expect(await all({ isexternal: false, search: 'p3-odd@example.org' })).toEqual([])
  })

  it('tells when somebody was last there, and the count of all', async () => {
    const [info] = await owner.ask(orgUserInfo, { orgid: big, userid: 'mila' })
    expect(info).toMatchObject({
      userid: 'mila',
      email: 'mila@example.org',
      role: ['Member'],
      lastseenat: expect.any(Number),
    })
    expect(await owner.ask(listOrgUsers, { orgid: big })).toMatchObject([{ membercount: 48 }, null])
  })
})
