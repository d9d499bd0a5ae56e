import { createOrg } from '@plinth/contract/orgs'
import { listProjectCandidates, listProjectUsers } from '@plinth/contract/project-users'
import { createProject } from '@plinth/contract/projects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMember } from '../members/members.repository.ts'
import type { AccountTables } from '../tables.ts'
import { startAccount } from '../testing/people.ts'
import { createScene } from '../testing/project-scene.ts'
import { insertProjectMember } from './project-users.repository.ts'

let app: Awaited<ReturnType<typeof startAccount>>
let scene: Awaited<ReturnType<typeof createScene>>

beforeAll(async () => {
  app = await startAccount()
  scene = await createScene(app)
})
afterAll(() => app.close())

interface List<Row> {
  users: Row[]
  cursor: string | null
}

describe('the lists of people', () => {
  const names = Array.from({ length: 45 }, (_, n) => `Person ${String((n * 7) % 45).padStart(2, '0')}`)
  const inProject = names.filter((_, n) => n % 3 === 0)
  const place = { orgid: 'crowd', projectid: 'square' }

  beforeAll(async () => {
    const { olga } = scene
    await olga.ask(createOrg, { orgid: 'crowd', orgname: 'Crowd' })
    await olga.ask(createProject, { ...place, projectname: 'Square' })
    const tables = app.platform.db.withTables<AccountTables>()
    for (const [n, name] of names.entries()) {
      const userid = `p${n}-${n % 2 ? 'odd' : 'even'}`
      await tables.transaction(async tx => {
        const user = { userid, name, email: `${userid}@example.org`, emailverified: 0, passwordhash: null }
        await tx.query
          .insertInto('users')
          .values({ ...user, ssotype: 'upsso', notifications: 1, createdat: n })
          .execute()
        await insertMember(tx, { orgid: 'crowd', userid, name, role: ['Member'], isexternal: n % 5 === 0 })
        if (n % 3 === 0) await insertProjectMember(tx, { ...place, userid, role: ['viewer'] })
      })
    }
  })

  /** All pages of a list, each no longer than asked for. */
  async function all<Row>(
    read: (page: { limit: number; cursor: string | undefined }) => Promise<[List<Row> | null, unknown]>,
  ): Promise<Row[]> {
    const found: Row[] = []
    for (let cursor: string | undefined; ; ) {
      const [page] = await read({ limit: 7, cursor })
      if (!page) throw new Error('The list was refused')
      expect(page.users.length).toBeLessThanOrEqual(7)
      found.push(...page.users)
      if (!page.cursor) return found
      cursor = page.cursor
    }
  }

  const members = async (search?: string) =>
    (await all(page => scene.olga.ask(listProjectUsers, { ...place, search, ...page }))).map(({ name }) => name)
  const candidates = (request: { search?: string; isexternal?: boolean } = {}) =>
    all(page => scene.olga.ask(listProjectCandidates, { ...place, ...request, ...page }))

  it('of a project come by name in pages without gap or double, with the count of all', async () => {
    expect(await members()).toEqual([...inProject, 'olga Lind'].toSorted())
    expect(await scene.olga.ask(listProjectUsers, place)).toMatchObject([{ membercount: 16 }, null])
  })

  it('of a project are searched by the beginning of user id and name, each person once', async () => {
    expect(await members('person')).toHaveLength(15)
    expect(await members('even')).toHaveLength(8)
    expect(await members(`person ${inProject[4]?.slice(-2)}`)).toEqual([inProject[4]])
    expect(await members(`person ${names[1]?.slice(-2)}`)).toEqual([])
    expect(await members('erson')).toEqual([])
  })

  it('to choose from are all of the organisation, each with whether they are in the project', async () => {
    const everybody = await candidates()
    expect(everybody.map(({ name }) => name)).toEqual([...names, 'olga Lind'].toSorted())
    expect(everybody.filter(({ ismember }) => ismember).map(({ name }) => name)).toEqual(
      [...inProject, 'olga Lind'].toSorted(),
    )
    expect(await candidates({ search: 'person' })).toHaveLength(45)
    expect(await candidates({ search: 'p1-odd' })).toEqual([
      { userid: 'p1-odd', name: names[1], isexternal: false, ismember: false },
    ])
    expect(await candidates({ isexternal: true })).toHaveLength(9)
    expect(await candidates({ isexternal: true, search: 'person' })).toHaveLength(9)
    expect(await candidates({ isexternal: false, search: 'even' })).toHaveLength(18)
  })
})
