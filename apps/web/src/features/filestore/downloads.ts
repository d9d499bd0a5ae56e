import { fieldErrors } from '@plinth/contract/errors'
import { createTicket } from '@plinth/contract/files'
import { createZipTicket } from '@plinth/contract/zips'
import { fetchAt } from '../../lib/fetch-at.ts'
import { askFile, type Store } from '../../lib/file-client.ts'
import { shortName } from '../../lib/names.ts'
import { toast } from '../../ui/toast.ts'
import { type Item, isFolder, named } from './items.ts'

/** The browser fetches it itself, by an address that works for a minute: so it streams to disk, however large it is. */
export async function download(store: Store, { objid, objname }: Pick<Item, 'objid' | 'objname'>, versionno?: number) {
  const [ticket, error] = await askFile(store, createTicket, { objectid: objid, ...(versionno ? { versionno } : {}) })
  if (error) return void toast.error(`${shortName(objname)} could not be downloaded.`, { description: error.msg })
  fetchAt(ticket.url, objname)
}

/** One file as it is; a folder, or several, as one archive. */
export async function downloadItems(store: Store, items: readonly Item[]) {
  const [one] = items
  if (one && items.length === 1 && !isFolder(one)) return download(store, one)
  const objectids = items.map(({ objid }) => objid)
  const [ticket, error] = await askFile(store, createZipTicket, { objectids })
  // There can be too many.
  const description = error && (fieldErrors(error).objectids ?? error.msg)
  if (error) return void toast.error(`${named(items)} could not be downloaded.`, { description })
  // The server names the archive.
  fetchAt(ticket.url, '')
}
