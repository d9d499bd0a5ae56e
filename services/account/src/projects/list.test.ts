import { addProjectUser } from '@plinth/contract/project-users'
import {
  createProject,
  deleteProject,
  editProjectName,
  listProjects,
  type Project,
  type projectSorts,
} from '@plinth/contract/projects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startAccount } from '../testing/people.ts'
import { createScene } from '../testing/project-scene.ts'

let app: Awaited<ReturnType<typeof startAccount>>
let scene: Awaited<ReturnType<typeof createScene>>
let orgid: string

/** Mixed up, with some names twice. */
const names = Array.from({ length: 45 }, (_, n) => `Site ${String((n * 7) % 40).padStart(2, '0')}`)
const own = names.filter((_, n) => n % 3 === 0)

beforeAll(async () => {
  app = await startAccount()
  scene = await createScene(app)
  orgid = await scene.organisation()
  const { olga, mila } = scene
  for (const [n, projectname] of names.entries()) {
    const projectid = `s${n}-${n % 2 ? 'odd' : 'even'}`
    await olga.ask(createProject, { orgid, projectid, projectname })
    if (n % 3 === 0) await olga.ask(addProjectUser, { orgid, projectid, userid: mila.userid, role: ['viewer'] })
  }
  const other = await scene.organisation()
  await scene.mila.ask(createProject, { orgid: other, projectid: 'elsewhere', projectname: 'Site elsewhere' })
})
afterAll(() => app.close())

interface Asked {
  search?: string
  sort?: (typeof projectSorts)[number]
}

async function all({ ask }: Person, request: Asked = {}) {
  const found: Project[] = []
  for (let cursor: string | undefined; ; ) {
    const [page, error] = await ask(listProjects, { orgid, limit: 7, ...request, cursor })
    if (error) throw new Error(error.msg)
    expect(page.projects.length).toBeLessThanOrEqual(7)
    found.push(...page.projects)
    if (!page.cursor) return found
    cursor = page.cursor
  }
}

const namesFor = async (person: Person, request: Asked = {}) =>
  (await all(person, request)).map(({ projectname }) => projectname)

/** Two may have been created in the same millisecond: then the id decides. */
async function expectByAge(person: Person, expected: string[]) {
  const [up, down] = [await all(person, { sort: 'createdat' }), await all(person, { sort: '-createdat' })]
  expect(up.map(({ projectname }) => projectname).toSorted()).toEqual(expected.toSorted())
  const byAge = (a: Project, b: Project) => a.createdat - b.createdat || (a.projectid < b.projectid ? -1 : 1)
  expect(up).toEqual(up.toSorted(byAge))
  expect(down).toEqual(up.toReversed())
}

describe('the list of projects', () => {
  it.each(['olga', 'adam'] as const)(
    'shows %s, an Owner or Admin, all, sorted either way, without gap or double',
    async who => {
      expect(await namesFor(scene[who])).toEqual(names.toSorted())
      expect(await namesFor(scene[who], { sort: '-name' })).toEqual(names.toSorted().reverse())
      await expectByAge(scene[who], names)
      expect(new Set((await all(scene[who])).map(({ projectid }) => projectid)).size).toBe(45)
    },
  )

  it('shows a Member those they belong to, sorted either way, without gap or double', async () => {
    const { mila } = scene
    expect(await namesFor(mila)).toEqual(own.toSorted())
    expect(await namesFor(mila, { sort: '-name' })).toEqual(own.toSorted().reverse())
    await expectByAge(mila, own)
    expect(new Set((await all(mila)).map(({ projectid }) => projectid)).size).toBe(15)
    expect(await namesFor(scene.vito)).toEqual([])
  })

  it('says what the reader is in each', async () => {
    const roles = async (person: Person) => [...new Set((await all(person)).map(({ role }) => role.join()))]
    expect(await roles(scene.olga)).toEqual(['owner'])
    expect(await roles(scene.adam)).toEqual(['admin'])
    expect(await roles(scene.mila)).toEqual(['viewer'])
    await scene.olga.ask(addProjectUser, { orgid, projectid: 's1-odd', userid: 'adam', role: ['member'] })
    expect(await roles(scene.adam)).toEqual(expect.arrayContaining(['admin,member', 'admin']))
  })

  it('is searched by the beginnings of words of id and name, each project once, among those the reader sees', async () => {
    const { olga, mila, vito } = scene
    expect(await namesFor(olga, { search: 'SITE' })).toHaveLength(45)
    expect(await namesFor(olga, { search: 'even' })).toHaveLength(23)
    expect(await namesFor(olga, { search: 'site 17' })).toEqual(['Site 17'])
    expect(await namesFor(olga, { search: 's1' })).toHaveLength(11)
    expect(await namesFor(olga, { search: 'ite' })).toEqual([])
    expect((await namesFor(mila, { search: 'site' })).toSorted()).toEqual(own.toSorted())
    expect(await namesFor(mila, { search: 'even' })).toHaveLength(8)
    expect(await namesFor(vito, { search: 'site' })).toEqual([])
  })

  it('follows a new name, in its order and in the search', async () => {
    const { olga, mila } = scene
    await olga.ask(createProject, { orgid, projectid: 'moves', projectname: 'Aardvark' })
    await olga.ask(addProjectUser, { orgid, projectid: 'moves', userid: 'mila' })
    for (const person of [olga, mila]) expect((await namesFor(person))[0]).toBe('Aardvark')
    await olga.ask(editProjectName, { orgid, projectid: 'moves', projectname: 'Zebra' })
    for (const person of [olga, mila]) {
      expect((await namesFor(person)).at(-1)).toBe('Zebra')
      expect(await namesFor(person, { search: 'zeb' })).toEqual(['Zebra'])
      expect(await namesFor(person, { search: 'aard' })).toEqual([])
    }
    await olga.ask(deleteProject, { orgid, projectid: 'moves' })
    for (const person of [olga, mila]) {
      expect(await namesFor(person)).not.toContain('Zebra')
      expect(await namesFor(person, { search: 'zeb' })).toEqual([])
    }
  })

  it.each(['nonsense', 'WzFd', Buffer.from('[1,"x"]').toString('base64url')])('refuses the cursor %j', async cursor => {
    const answer = await scene.olga.ask(listProjects, { orgid, cursor })
    expect(answer).toMatchObject([null, { status: 400, errcode: 'BAD_INPUT' }])
  })
})
