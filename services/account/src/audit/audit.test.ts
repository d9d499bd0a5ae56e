import { listAudit } from '@plinth/contract/audit'
import { inviteByEmail } from '@plinth/contract/invites'
import { replaceOrgRoles } from '@plinth/contract/org-users'
import { createOrg } from '@plinth/contract/orgs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAccount } from '../testing/people.ts'

type App = Awaited<ReturnType<typeof startAccount>>
type Person = Awaited<ReturnType<App['person']>>

let app: App
let owner: Person
const orgid = 'acme'

beforeAll(async () => {
  app = await startAccount()
  owner = await app.verifiedPerson('olga')
  for (const orgname of ['acme', 'other']) await owner.ask(createOrg, { orgid: orgname, orgname })
  for (const userid of ['mara', 'maral']) {
    const person = await app.person(userid)
    await app.join(owner, orgid, person, ['Member'])
    for (const role of [['Admin'], ['Member']] as const)
      await owner.ask(replaceOrgRoles, { orgid, userid, role: [...role] })
    await app.join(owner, 'other', person, ['Member'])
  }
  await owner.ask(inviteByEmail, { orgid, email: 'Mar_y@example.org' })
})
afterAll(() => app.close())

/** Page by page, so that the places between pages are tried too. */
async function found(asked: { target?: string; action?: 'user.roles'; actorid?: string }, limit = 50) {
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const [page, error] = await owner.ask(listAudit, { orgid, ...asked, limit, cursor })
    if (error) throw new Error(error.msg)
    seen.push(...page.entries.map(({ target, action }) => `${target} ${action}`))
    if (!page.cursor) return seen
    cursor = page.cursor
  }
}

const ofMara = ['mara user.roles', 'mara user.roles', 'mara invite.accept', 'mara invite.send']

describe('searching the audit log', () => {
  it('finds what was done to whatever begins so, each in turn, the newest first', async () => {
    const ofMaral = ofMara.map(entry => entry.replace('mara', 'maral'))
    const ofMary = ['mar_y@example.org invite.send']
    expect(await found({ target: 'mara' })).toEqual([...ofMara, ...ofMaral])
    expect(await found({ target: ' MAR' })).toEqual([...ofMary, ...ofMara, ...ofMaral])
    expect(await found({ target: 'mar_y@' })).toEqual(ofMary)
    expect(await found({ target: 'ara' })).toEqual([])
    expect(await found({ target: '%' })).toEqual([])
  })

  it.each([1, 2, 3, 5])('leaves nothing out and tells nothing twice in pages of %i', async limit => {
    expect(await found({ target: 'mar' }, limit)).toEqual(await found({ target: 'mar' }))
  })

  it('goes together with the action and the person', async () => {
    expect(await found({ target: 'maral', action: 'user.roles' })).toEqual(['maral user.roles', 'maral user.roles'])
    expect(await found({ target: 'mara', actorid: 'mara' })).toEqual(['mara invite.accept'])
  })

  it('refuses the place of another list', async () => {
    const [page] = await owner.ask(listAudit, { orgid, limit: 1 })
    const [, error] = await owner.ask(listAudit, { orgid, target: 'mar', cursor: page?.cursor ?? '' })
    expect(error).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
  })
})
