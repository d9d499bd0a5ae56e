import type { Errcode } from '@plinth/contract/errors'
import { Refusal } from '@plinth/platform/errors'

export const wrongHeader = (header: string, sentence: string) =>
  new Refusal('BAD_INPUT', { data: { fields: { [header]: sentence } } })

const errcodes: Record<number, Errcode> = {
  404: 'NOT_FOUND',
  409: 'UPLOAD_OFFSET',
  410: 'UPLOAD_GONE',
  412: 'TUS_VERSION',
  413: 'TOO_LARGE',
}

/** What the library refuses, in the contract's words: our own refusal where it met one, its status otherwise. */
export async function refusalOf(failure: unknown, response: Response): Promise<unknown> {
  if (failure instanceof Error) return failure
  const errcode = errcodes[response.status]
  if (errcode) return new Refusal(errcode)
  // A length that comes with bytes would be one that was not said at the beginning.
  if (response.status === 501) return wrongHeader('Upload-Length', 'It is said when the upload begins.')
  if (response.status >= 500) return new Error(`tus: ${response.status} ${await response.text()}`)
  const [header = 'Upload-Offset'] = /[a-z-]*upload-[a-z-]+/i.exec(await response.text()) ?? []
  return wrongHeader(header, 'This is missing or wrong.')
}
