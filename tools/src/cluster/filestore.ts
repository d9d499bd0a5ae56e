import { randomUUID } from 'node:crypto'
import type { Call, RequestOf, ResponseOf } from '@plinth/contract/call'
import { createClient } from '@plinth/contract/client'
import { createFilestore, filestoreToken } from '@plinth/contract/filestores'
import { signup } from '@plinth/contract/login'
import { createOrg } from '@plinth/contract/orgs'
import { createProject } from '@plinth/contract/projects'

export interface Bearers {
  /** Of the person. */
  person: string
  /** Of the filestore. */
  filestore: string
}

/** Somebody new with a filestore, and what speaks for them. */
export async function newFilestore(origin: string): Promise<Bearers> {
  const userid = `u${randomUUID().slice(0, 8)}`
  const person = { userid, name: 'Mara Lind', email: `${userid}@example.org`, password: 'Passw0rd!' }
  const { accesstoken } = await surely(origin)(signup, person)
  const ask = surely(origin, accesstoken)
  const place = { orgid: userid, projectid: userid }
  await ask(createOrg, { orgid: userid, orgname: 'Northwind' })
  await ask(createProject, { ...place, projectname: 'Archive' })
  const { fsid } = await ask(createFilestore, { ...place, fsname: 'Files' })
  const { token } = await ask(filestoreToken, { ...place, fsid })
  return { person: accesstoken, filestore: token }
}

function surely(origin: string, token?: string) {
  const client = createClient({ origin, token: () => token, timeoutMs: 30_000 })
  return async <C extends Call>(call: C, request: RequestOf<C>): Promise<ResponseOf<C>> => {
    const [data, error] = await client(call, request)
    if (error) throw new Error(`${call.name}: ${error.msg}`)
    return data
  }
}
