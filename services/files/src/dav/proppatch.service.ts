import type { Tx } from '@plinth/platform/database/database'
import type { Platform } from '@plinth/platform/service'
import { FOLDER } from '../entries/entries.repository.ts'
import type { FileTables } from '../tables.ts'
import { hrefOf } from './addresses.ts'
import { propertiesOf, removeProperty, setProperty } from './davprops.repository.ts'
import { DavFailure } from './failures.ts'
import { openGuard } from './guard.service.ts'
import { isLive, propstat } from './properties.ts'
import type { StoreRequest } from './store.ts'
import { elementsOf, isDav, outerXml, readXml, type XmlElement } from './xml-in.ts'
import { dav, element, keyOf, type XmlName } from './xml-out.ts'

/** How many properties an entry can have. */
const mostProperties = 200
/** How much all of them may hold: a list reads those of 500 entries at once. */
const mostText = 32 * 1024

interface Change {
  name: XmlName
  /** The whole element; undefined where it is to go. */
  value: string | undefined
}

export function createProppatch({ db }: Platform) {
  const tables = db.withTables<FileTables>()

  /** All changes or none, in the order they stand in. */
  return async (store: StoreRequest, body: string): Promise<string> => {
    const changes = changesIn(body)
    return tables.transaction(async tx => {
      const guard = await openGuard(tx, store)
      const target = await guard.find(store.names)
      const { entry } = target
      if (!entry) throw new DavFailure(404)
      await guard.refuseUnmet(target)
      guard.refuseLockedWrite(target)
      const refused = changes.some(({ name }) => isLive(name))
      if (!refused) await apply(tx, entry.objid, changes)
      const href = dav('href', hrefOf(store.place, store.names, entry.objtype === FOLDER))
      return dav('response', href + (refused ? refusal(changes) : propstat(200, named(changes))))
    })
  }
}

function changesIn(body: string): Change[] {
  const root = readXml(body)
  if (!isDav(root, 'propertyupdate')) throw new DavFailure(400)
  const changes = elementsOf(root).flatMap(action => {
    const isSet = isDav(action, 'set')
    if (!isSet && !isDav(action, 'remove')) return []
    const props = elementsOf(action).filter(child => isDav(child, 'prop'))
    return props.flatMap(elementsOf).map(property => change(property, isSet))
  })
  if (changes.length === 0 || changes.length > mostProperties) throw new DavFailure(400)
  return changes
}

const change = (property: XmlElement, isSet: boolean): Change => {
  const { ns, name, lang } = property
  return { name: { ns, name }, value: isSet ? outerXml(property, lang) : undefined }
}

async function apply(tx: Tx<FileTables>, objid: string, changes: readonly Change[]): Promise<void> {
  for (const { name, value } of changes) {
    if (value === undefined) await removeProperty(tx, objid, keyOf(name))
    else await setProperty(tx, { objid, name: keyOf(name), value })
  }
  const held = [...((await propertiesOf(tx, [objid])).get(objid)?.values() ?? [])]
  if (held.length > mostProperties || held.join('').length > mostText) throw new DavFailure(507)
}

const named = (changes: readonly Change[]) => changes.map(({ name }) => element(name, '')).join('')

function refusal(changes: readonly Change[]): string {
  const [fixed, others] = [changes.filter(({ name }) => isLive(name)), changes.filter(({ name }) => !isLive(name))]
  const reason = propstat(403, named(fixed), 'cannot-modify-protected-property')
  return others.length > 0 ? reason + propstat(424, named(others)) : reason
}
