import { signup } from '@plinth/contract/login'
import { createOrg, isOrgidValid, listOrgs } from '@plinth/contract/orgs'
import { startTestApp } from '@plinth/platform/testing/app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '../account.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp([account])
})
afterAll(() => app.close())

async function signedIn(userid: string) {
  const [data, error] = await app.as()(signup, {
    userid,
    name: userid,
    email: `${userid}@example.org`,
    password: 'Passw0rd!',
  })
  if (error) throw new Error(error.msg)
  return app.as(data.accesstoken)
}

describe('creating an organisation', () => {
  it('makes the caller its Owner and shows it in their list alone', async () => {
    const mara = await signedIn('mara')
    const stranger = await signedIn('stranger')
    const org = { orgid: 'northwind', orgname: 'Northwind', orgmeta: { description: 'Wind, from the north.' } }
    expect(await mara(createOrg, org)).toEqual([{ orgid: 'northwind' }, null])
    expect(await mara(listOrgs, {})).toEqual([{ orgs: [{ ...org, role: ['Owner'] }], cursor: null }, null])
    expect(await stranger(listOrgs, {})).toEqual([{ orgs: [], cursor: null }, null])
  })

  it('refuses an id that is taken, and needs a token', async () => {
    const jon = await signedIn('jon')
    await jon(createOrg, { orgid: 'taken', orgname: 'Taken' })
    expect(await jon(createOrg, { orgid: 'taken', orgname: 'Again' })).toMatchObject([
      null,
      { status: 409, errcode: 'ORGID_TAKEN' },
    ])
    expect(await app.as()(createOrg, { orgid: 'free', orgname: 'Free' })).toMatchObject([
      null,
      { errcode: 'UNAUTHENTICATED' },
    ])
  })

  it('takes an id once when ten ask for it at the same moment', async () => {
    const ines = await signedIn('ines')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ines(createOrg, { orgid: 'race', orgname: 'Race' })),
    )
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(answers.flatMap(([, error]) => error?.errcode ?? [])).toEqual(Array(9).fill('ORGID_TAKEN'))
  })

  it('says what is wrong with each field', async () => {
    const ada = await signedIn('ada')
    const [, error] = await ada(createOrg, { orgid: '-no-', orgname: 'x' })
    expect(error).toMatchObject({
      status: 400,
      errcode: 'BAD_INPUT',
      errdata: {
        data: {
          fields: {
            orgid: 'Organization id should only contain alphanumeric characters or hyphen.',
            orgname: 'Please give an organization name.',
          },
        },
      },
    })
  })
})

describe('the list of organisations', () => {
  it('is sorted by name and comes in pages of 50 without gap or double', async () => {
    const many = await signedIn('many')
    const names = Array.from({ length: 60 }, (_, n) => `Org ${String((n * 37) % 60).padStart(3, '0')}`)
    for (const [n, orgname] of names.entries()) await many(createOrg, { orgid: `many-${n}`, orgname })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const [page, error] = await many(listOrgs, { cursor })
      if (error) throw new Error(error.msg)
      expect(page.orgs.length).toBeLessThanOrEqual(50)
      seen.push(...page.orgs.map(({ orgname }) => orgname))
      cursor = page.cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(names.toSorted())
  })

  const made = (key: string) => Buffer.from(key).toString('base64url')
  it.each(['nonsense', 'WzFd', made('{}'), made('["a\\u0000","b"]')])('refuses the cursor %j', async cursor => {
    const someone = await signedIn(`cursor-${cursor.length}`)
    expect(await someone(listOrgs, { cursor })).toMatchObject([null, { status: 400, errcode: 'BAD_INPUT' }])
  })
})

describe('whether an organisation id is free', () => {
  it('says so, to somebody signed in', async () => {
    const bob = await signedIn('bob')
    await bob(createOrg, { orgid: 'bobs', orgname: 'Bobs' })
    expect(await bob(isOrgidValid, { orgid: 'bobs' })).toEqual([{ valid: false }, null])
    expect(await bob(isOrgidValid, { orgid: 'not bobs' })).toEqual([{ valid: false }, null])
    expect(await bob(isOrgidValid, { orgid: 'not-bobs' })).toEqual([{ valid: true }, null])
    expect(await app.as()(isOrgidValid, { orgid: 'bobs' })).toMatchObject([null, { errcode: 'UNAUTHENTICATED' }])
  })
})
