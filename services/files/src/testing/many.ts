import { listDir } from '@plinth/contract/dirs'
import { newObjid } from '../entries/entries.repository.ts'
import { mediatypeOf, searchnameOf } from '../names.ts'
import type { FileTables } from '../tables.ts'
import type { Store, startFiles } from './stores.ts'

interface Many {
  files?: number
  folders?: number
  /** The folder they go into; the top one if none is given. */
  parentid?: string
  /** By the file's number. Sizes and times grow with it too. */
  ending?: (number: number) => string
}

const atOnce = 1_000
const spelt = (number: number) => String(number).padStart(6, '0')

/** As many entries as a test of large folders needs, straight into the database: by calls they would take minutes. */
export async function addMany({ platform }: Awaited<ReturnType<typeof startFiles>>, store: Store, many: Many) {
  const { files = 0, folders = 0, ending = () => 'txt', parentid } = many
  const tables = platform.db.withTables<FileTables>()
  const [top] = await store.ask(listDir, { path: '/' })
  const from = Date.now() - files - folders
  const base = {
    nsname: store.nsname,
    parentid: parentid ?? top?.objid ?? '',
    versionno: 1,
    createdby: 'mara',
    modifiedby: 'mara',
  }
  const row = (number: number, objtype: 1 | 2, name: string) => ({
    ...{ ...base, objid: newObjid(), objtype, name, searchname: searchnameOf(name), size: objtype === 2 ? number : 0 },
    ...{ mediatype: objtype === 2 ? mediatypeOf(name) : null, createdat: from + number, modifiedat: from + number },
  })
  const rows = [
    ...Array.from({ length: folders }, (_, index) => row(index + 1, 1, `folder ${spelt(index + 1)}`)),
    ...Array.from({ length: files }, (_, index) => row(index + 1, 2, `${spelt(index + 1)}.${ending(index + 1)}`)),
  ]
  await tables.transaction(async tx => {
    for (let at = 0; at < rows.length; at += atOnce) {
      await tx.query
        .insertInto('entries')
        .values(rows.slice(at, at + atOnce))
        .execute()
    }
  })
}
