import { acceptEmailInvite, cancelUserInvite, inviteByEmail } from '@plinth/contract/invites'
import { createOrg } from '@plinth/contract/orgs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AccountTables } from './tables.ts'
import { startAccount } from './testing/people.ts'

let app: Awaited<ReturnType<typeof startAccount>>
beforeAll(async () => {
  // Before jobs take the clock they go by.
  vi.useFakeTimers({ toFake: ['Date'] })
  app = await startAccount()
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const hour = 3_600_000
const passHours = async (hours: number) => {
  vi.setSystemTime(Date.now() + hours * hour)
  await app.platform.jobs.idle()
}

it('nothing is left of the links to an invite once it is over, however it ended', async () => {
  const owner = await app.verifiedPerson('olga')
  await owner.ask(createOrg, { orgid: 'acme', orgname: 'Acme' })
  const invite = async (userid: string) => {
    const guest = await app.person(userid)
    const [sent] = await owner.ask(inviteByEmail, { orgid: 'acme', email: guest.email })
    return { guest, id: sent?.id ?? '', token: new URL(sent?.link ?? '').searchParams.get('token') ?? '' }
  }
  const [accepted, cancelled] = [await invite('ann'), await invite('ben'), await invite('cid')]
  await accepted.guest.ask(acceptEmailInvite, { id: accepted.token })
  await owner.ask(cancelUserInvite, { id: cancelled.id })
  // The third one ends by itself.
  await passHours(8 * 24)
  const open = await invite('dan')
  await passHours(2)
  const left = app.platform.db.withTables<AccountTables>().query.selectFrom('invitetokens').select('inviteid')
  expect(await left.execute()).toEqual([{ inviteid: open.id }])
})
