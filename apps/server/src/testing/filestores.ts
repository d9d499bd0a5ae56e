import { type Person, startAccount } from '@plinth/account/testing/people'
import { createScene } from '@plinth/account/testing/project-scene'
import { apiBase } from '@plinth/contract/call'
import { createClient } from '@plinth/contract/client'
import { createDir, listDir } from '@plinth/contract/dirs'
import { uploadFile } from '@plinth/contract/files'
import { createFilestore, filestoreToken } from '@plinth/contract/filestores'
import { files } from '@plinth/files/files'

export interface Store {
  orgid: string
  projectid: string
  fsid: string
}

/** Both services over HTTP, with the people and projects of the account service's tests, and filestores in them. */
export async function startFilestores(environment: Record<string, string> = {}) {
  const app = await startAccount(environment, [files])
  const scene = await createScene(app)

  async function filestore(place: { orgid: string; projectid: string }, fsname = 'Documents'): Promise<Store> {
    const [made, error] = await scene.pia.ask(createFilestore, { ...place, fsname })
    if (error) throw new Error(error.msg)
    return { ...place, fsid: made.fsid }
  }

  async function tokenOf({ ask }: Pick<Person, 'ask'>, store: Store) {
    const [granted, error] = await ask(filestoreToken, store)
    if (error) throw new Error(error.msg)
    return granted
  }

  async function put(token: string, filename: string, content: string): Promise<void> {
    const form = new FormData()
    for (const [name, value] of Object.entries({ parentdirpath: '/', filename })) form.append(name, value)
    form.append('file', new Blob([content]))
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(app.url + apiBase + uploadFile.path, {
      method: uploadFile.method,
      headers,
      body: form,
    })
    if (!response.ok) throw new Error(await response.text())
  }

  let number = 0

  return {
    ...app,
    scene,
    filestore,
    tokenOf,
    put,

    /** What the file service makes of a token: 'reads', 'writes', or how it refuses. */
    async whatMay(token: string): Promise<string | undefined> {
      const ask = createClient({ origin: app.url, token: () => token })
      const [, unread] = await ask(listDir, { path: '/' })
      if (unread) return unread.errcode
      const [, unwritten] = await ask(createDir, { parentdirpath: '/', dirname: `folder ${number++}` })
      if (unwritten && unwritten.errcode !== 'FILE_LEVEL') throw new Error(unwritten.msg)
      return unwritten ? 'reads' : 'writes'
    },
  }
}
