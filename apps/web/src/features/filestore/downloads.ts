import { createTicket } from '@plinth/contract/files'
import { askFile, type Store } from '../../lib/file-client.ts'
import { toast } from '../../ui/toast.ts'
import type { Item } from './items.ts'

/** The browser fetches it itself, by an address that works for a minute: so it streams to disk, however large it is. */
export async function download(store: Store, { objid, objname }: Pick<Item, 'objid' | 'objname'>, versionno?: number) {
  const [ticket, error] = await askFile(store, createTicket, { objectid: objid, ...(versionno ? { versionno } : {}) })
  if (error) return void toast.error(`${objname} could not be downloaded.`, { description: error.msg })
  const link = document.createElement('a')
  link.href = ticket.url
  link.download = objname
  link.click()
}
