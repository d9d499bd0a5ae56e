import { DatabaseSync } from 'node:sqlite'
import {
  inviteByEmail,
  listInviteHistory,
  listPendingInvites,
  listReceivedInvites,
  searchUsers,
} from '@plinth/contract/invites'
import { listOrgUsers, removeOrgUser } from '@plinth/contract/org-users'
import { createOrg } from '@plinth/contract/orgs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startAccount } from './testing/people.ts'

// SQLite alone, which never counts by itself: how it reads is the same with no rows as with a million.

/** Hears of each statement as it is prepared, and of the database it is for. */
const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')

let app: Awaited<ReturnType<typeof startAccount>>
let used: Map<string, unknown>
beforeAll(async () => {
  app = await startAccount()
  await useInvitesAndSearches()
  used = new Map(prepare.mock.calls.map(([sql], n) => [sql, prepare.mock.contexts[n]]))
})
afterAll(async () => {
  await app.close()
  prepare.mockRestore()
})

async function useInvitesAndSearches(): Promise<void> {
  const orgid = 'acme'
  const owner = await app.verifiedPerson('olga')
  const ines = await app.verifiedPerson('ines')
  await owner.ask(createOrg, { orgid, orgname: 'Acme' })
  for (const userid of ['ola', 'ole']) await app.join(owner, orgid, await app.person(userid), ['Member'])
  await owner.ask(inviteByEmail, { orgid, email: 'new@example.org' })
  await owner.ask(inviteByEmail, { orgid, email: ines.email })
  expect((await owner.ask(searchUsers, { orgid, searchkey: 'in' }))[0]?.users).toMatchObject([{ isinvited: true }])
  expect((await ines.ask(listReceivedInvites, {}))[0]?.invites).toHaveLength(1)
  const page = { orgid, isexternal: true, limit: 1 }
  const [pending] = await owner.ask(listPendingInvites, page)
  expect((await owner.ask(listPendingInvites, { ...page, cursor: pending?.cursor ?? '' }))[0]?.invites).toHaveLength(1)
  await owner.ask(listInviteHistory, page)
  const [found] = await owner.ask(listOrgUsers, { orgid, search: 'ol', limit: 1 })
  const next = { orgid, search: 'ol', limit: 1, cursor: found?.cursor ?? '' }
  expect((await owner.ask(listOrgUsers, next))[0]?.users).toHaveLength(1)
  await owner.ask(removeOrgUser, { orgid, userid: 'ola' })
}

/** How what is in a table was found. */
function stepsIn(table: string, besides?: string): string[] {
  const isOfTable = new RegExp(`^\\s*(select|update|delete)\\b.*\\b(from|update) "?${table}\\b`, 'is')
  return [...used].flatMap(([sql, database]) => {
    if (!(database instanceof DatabaseSync) || !isOfTable.test(sql) || (besides && sql.includes(besides))) return []
    const steps = database.prepare(`explain query plan ${sql}`).all()
    return steps.map(({ detail }) => String(detail))
  })
}

/** What ran out is looked for among the open ones of one organisation, when somebody opens its list. */
const ranOut = '"expiresat" <= ?'

it('nobody who asks for invites goes through all that are open, in the organisation or on the server', () => {
  const steps = stepsIn('invites', ranOut)
  expect(steps.length).toBeGreaterThan(15)
  expect(steps.filter(step => /^SCAN \w+$|expiresat>|invites_\w+ \(orgid=\?\)/.test(step))).toEqual([])
})

it('the next page of a search begins where the page before ended', () => {
  expect(stepsIn('orgmemberwords')).toContainEqual(expect.stringContaining('AND (word,userid)>(?,?) AND word<?)'))
})
