import { apiBase, type Call, call } from '@plinth/contract/call'
import type { FileLevel } from '@plinth/contract/permissions'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod'
import { Refusal } from '../errors.ts'
import type { Service } from '../service.ts'
import { startTestApp } from '../testing/app.ts'

const declare = (name: string, permission: Call['permission']) =>
  call({
    ...{ name, permission, summary: name, method: 'POST', path: `/test/${name}`, auth: 'file' },
    request: z.object({}),
    response: z.strictObject({ userid: z.string() }),
    errors: [],
  })

const calls = [
  declare('read', 'file.read'),
  declare('write', 'file.write'),
  declare('admin', 'file.admin'),
  // Of another table: nobody who comes with a filestore's token has such a role.
  declare('project', 'project.read'),
]

const service = (authenticateFile?: Service['authenticateFile']): Service => ({
  name: 'test',
  migrations: new URL('../testing/', import.meta.url),
  mount: (_platform, bind) => {
    for (const one of calls) bind(one, async (_input, { actor }) => ({ userid: actor.userid }))
  },
  ...(authenticateFile ? { authenticateFile } : {}),
})

let app: Awaited<ReturnType<typeof startTestApp>>
afterEach(() => app.close())

async function ask({ path }: Call, token?: string): Promise<string> {
  const response = await fetch(app.url + apiBase + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: '{}',
  })
  const body = (await response.json()) as { errcode?: string; data?: { userid: string } }
  return body.errcode ?? body.data?.userid ?? ''
}

it('lets nobody use a filestore where no service knows filestores', async () => {
  app = await startTestApp([service()])
  for (const one of calls) expect(await ask(one, 'anything')).toBe('FILE_TOKEN_INVALID')
})

it('lets the holder of a filestore’s token do what the level allows, and nothing else', async () => {
  const levelOf = async (token: string | undefined) => {
    if (!token) throw new Refusal('FILE_TOKEN_INVALID')
    return { userid: 'mara', nsname: 'acme/site/fs', level: token as FileLevel }
  }
  app = await startTestApp([service(() => levelOf)])
  const answers = async (level?: string) => Promise.all(calls.map(one => ask(one, level)))
  expect(await answers('admin')).toEqual(['mara', 'mara', 'mara', 'FILE_LEVEL'])
  expect(await answers('editor')).toEqual(['mara', 'mara', 'FILE_LEVEL', 'FILE_LEVEL'])
  expect(await answers('viewer')).toEqual(['mara', 'FILE_LEVEL', 'FILE_LEVEL', 'FILE_LEVEL'])
  expect(await answers('owner')).toEqual(Array(4).fill('FILE_LEVEL'))
  expect(await answers()).toEqual(Array(4).fill('FILE_TOKEN_INVALID'))
})
