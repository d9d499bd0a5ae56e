import type { Call, RequestOf, ResponseOf } from '@plinth/contract/call'
import { createClient } from '@plinth/contract/client'
import type { CallError } from '@plinth/contract/errors'
import { uploadFile } from '@plinth/contract/files'
import { addVersion } from '@plinth/contract/versions'
import { dropFileToken, fileToken, type Store } from '../../lib/file-client.ts'

type Answer<T> = [data: T, error: null] | [data: null, error: CallError]

/** Two megabytes over a slow line take a while. */
const timeoutMs = 60_000

/** A form with the file behind its fields, so that what is wrong with them is said before the bytes are sent. */
async function sendForm<C extends Call>(
  store: Store,
  call: C,
  fields: RequestOf<C>,
  file: Blob,
): Promise<Answer<ResponseOf<C>>> {
  for (let tries = 1; ; tries++) {
    const [token, refused] = await fileToken(store)
    if (refused) return [null, refused]
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
    body.append('file', file)
    const send: typeof fetch = (url, { signal, method } = {}) =>
      fetch(url, { method, signal, headers: { authorization: `Bearer ${token}` }, body })
    const answer = await createClient({ token: () => token, timeoutMs, send })(call, fields)
    if (answer[1]?.errcode !== 'FILE_TOKEN_EXPIRED' || tries > 1) return answer
    dropFileToken(store)
  }
}

/** A new version of the file, if it still has the version that was changed. */
export const saveVersion = (store: Store, objectid: string, versionno: number, file: Blob) =>
  sendForm(store, addVersion, { objectid, versionno }, file)

/** Beside the file, under a name of its own. */
export const saveCopy = (store: Store, parentdirpath: string, filename: string, file: Blob) =>
  sendForm(store, uploadFile, { parentdirpath, filename, conflict: 'keepboth' }, file)
