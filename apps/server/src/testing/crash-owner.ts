import { createAccessToken } from '@plinth/contract/access-tokens'
import { createClient } from '@plinth/contract/client'
import { signup } from '@plinth/contract/login'
import { createOrg } from '@plinth/contract/orgs'
import { createProject } from '@plinth/contract/projects'
import { basic } from './dav.ts'
import { PATIENCE_MS } from './patience.ts'

/** Somebody with a project, on a server that is only reached over the network. */
export async function createOwner(origin: string) {
  const person = { userid: 'mara', name: 'Mara', email: 'mara@example.org', password: 'Passw0rd!' }
  const { accesstoken } = orThrow(await createClient({ origin, timeoutMs: PATIENCE_MS })(signup, person))
  const ask = createClient({ origin, token: () => accesstoken, timeoutMs: PATIENCE_MS })
  const place = { orgid: 'acme', projectid: 'site' }
  orThrow(await ask(createOrg, { orgid: 'acme', orgname: 'Acme' }))
  orThrow(await ask(createProject, { ...place, projectname: 'Site' }))
  const { token } = orThrow(await ask(createAccessToken, { name: 'Mount', scope: 'write', days: 1 }))
  return { ask, place, userid: person.userid, token, basic: basic(person.userid, token) }
}

export type Owner = Awaited<ReturnType<typeof createOwner>>

function orThrow<T>([data, error]: readonly [T, unknown]): NonNullable<T> {
  if (data === null || data === undefined) throw new Error(JSON.stringify(error))
  return data
}
