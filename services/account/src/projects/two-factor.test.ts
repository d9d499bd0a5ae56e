import { requireTwoFactor } from '@plinth/contract/orgs'
import { leaveProject } from '@plinth/contract/project-users'
import { createProject, listProjects, projectInfo } from '@plinth/contract/projects'
import { confirmTotp, startTotp } from '@plinth/contract/two-factor'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, password, startAccount } from '../testing/people.ts'
import { createScene } from '../testing/project-scene.ts'
import type { Place } from './projects.repository.ts'

let app: Awaited<ReturnType<typeof startAccount>>
let scene: Awaited<ReturnType<typeof createScene>>
let place: Place

async function protect({ ask }: Person): Promise<void> {
  const [setup] = await ask(startTotp, { password })
  await ask(confirmTotp, { code: new TOTP({ secret: setup?.secret ?? '' }).generate() })
}

beforeAll(async () => {
  app = await startAccount()
  scene = await createScene(app)
  const orgid = await scene.organisation()
  place = await scene.project(orgid)
  await protect(scene.olga)
  await scene.olga.ask(requireTwoFactor, { orgid, requiretwofactor: true })
})
afterAll(() => app.close())

describe('where the organisation requires two-factor sign-in', () => {
  const locked = [null, expect.objectContaining({ status: 403, errcode: 'TWO_FACTOR_REQUIRED' })]

  it('its projects are closed to whoever has none, and open once they turn it on', async () => {
    const { orgid } = place
    for (const { ask } of [scene.adam, scene.pia, scene.vito]) {
      expect(await ask(projectInfo, place)).toEqual(locked)
      expect(await ask(listProjects, { orgid })).toEqual(locked)
      expect(await ask(createProject, { orgid, projectid: 'another', projectname: 'Another' })).toEqual(locked)
    }
    await protect(scene.vito)
    expect(await scene.vito.ask(projectInfo, place)).toMatchObject([{ role: ['viewer'] }, null])
  })

  it('one can leave a project without it', async () => {
    expect(await scene.mila.ask(leaveProject, place)).toEqual([{}, null])
  })

  it('whoever is not in a project does not learn of it this way', async () => {
    expect(await scene.mila.ask(projectInfo, place)).toMatchObject([null, { status: 404, errcode: 'NOT_FOUND' }])
  })
})
