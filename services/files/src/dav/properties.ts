import { type Entry, FOLDER } from '../entries/entries.repository.ts'
import { etagOf } from './guard.service.ts'
import { DAV, dav, element, escaped, keyOf, nameOf, type XmlName } from './xml-out.ts'

/** What can be said about something at an address. */
export interface Resource {
  href: string
  isFolder: boolean
  name: string
  etag?: string | undefined
  size?: number
  mediatype?: string | null
  createdat?: number
  modifiedat?: number
  /** What clients noted, as whole elements, by their keys. */
  dead?: ReadonlyMap<string, string> | undefined
  /** The locks that hold for it, as XML; undefined where nothing can be locked. */
  locks?: string
  quota?: { used: number; left: number | null } | undefined
}

export type Asked = { kind: 'allprop' | 'prop'; names: XmlName[] } | { kind: 'propname'; names?: undefined }

type Say = (resource: Resource) => string | undefined

const number = (value: number | null | undefined) => (value === undefined || value === null ? undefined : `${value}`)

const lockentry = (scope: string) => dav('lockentry', dav('lockscope', dav(scope)) + dav('locktype', dav('write')))
const bothLocks = lockentry('exclusive') + lockentry('shared')

/** Without quota, which is only said to who asks for it. */
const common: Record<string, Say> = {
  resourcetype: ({ isFolder }) => (isFolder ? dav('collection') : ''),
  displayname: ({ name }) => escaped(name),
  creationdate: ({ createdat }) => createdat && new Date(createdat).toISOString().replace(/\.\d+Z$/, 'Z'),
  getlastmodified: ({ modifiedat }) => (modifiedat === undefined ? undefined : new Date(modifiedat).toUTCString()),
  getcontentlength: ({ isFolder, size }) => (isFolder ? undefined : number(size)),
  getcontenttype: ({ isFolder, mediatype }) => (isFolder || !mediatype ? undefined : escaped(mediatype)),
  getetag: ({ etag }) => etag && escaped(etag),
  supportedlock: ({ locks }) => (locks === undefined ? undefined : bothLocks),
  lockdiscovery: ({ locks }) => locks,
} as Record<string, Say>

const live: Record<string, Say> = {
  ...common,
  'quota-available-bytes': ({ isFolder, quota }) => (isFolder ? number(quota?.left) : undefined),
  'quota-used-bytes': ({ isFolder, quota }) => (isFolder ? number(quota?.used) : undefined),
}

const liveNamed = ({ ns, name }: XmlName) => (ns === DAV && Object.hasOwn(live, name) ? live[name] : undefined)

/** What nobody can set: it follows from the file. */
export const isLive = (name: XmlName) => name.ns === DAV

export const asksQuota = ({ names }: Asked) =>
  names?.some(({ ns, name }) => ns === DAV && /^quota-/.test(name)) ?? false
export const asksDead = ({ kind, names }: Asked) => kind !== 'prop' || names.some(name => !isLive(name))

export function resourceOf(
  entry: Pick<Entry, 'objtype' | 'name' | 'blobhash' | 'size' | 'mediatype' | 'createdat' | 'modifiedat'>,
) {
  const { objtype, name, size, mediatype, createdat, modifiedat } = entry
  return { isFolder: objtype === FOLDER, name, size, mediatype, createdat, modifiedat, etag: etagOf(entry) }
}

/** What is known of a resource, as the answer to a PROPFIND says it. */
export function responseOf(resource: Resource, asked: Asked): string {
  const { found, missing } = answers(resource, asked)
  const parts = [found || !missing ? propstat(200, found) : '', missing ? propstat(404, missing) : '']
  return dav('response', dav('href', resource.href) + parts.join(''))
}

const statuses: Record<number, string> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  424: 'Failed Dependency',
  507: 'Insufficient Storage',
}

export const propstat = (status: number, properties: string, condition?: string) =>
  dav(
    'propstat',
    dav('prop', properties) +
      dav('status', `HTTP/1.1 ${status} ${statuses[status]}`) +
      (condition ? dav('error', dav(condition)) : ''),
  )

function answers(resource: Resource, asked: Asked): { found: string; missing: string } {
  const { dead } = resource
  if (asked.kind === 'propname') {
    const names = [...commonOf(resource).map(([name]) => dav(name)), ...deadNames(dead)]
    return { found: names.join(''), missing: '' }
  }
  const all = asked.kind === 'allprop' ? [...commonOf(resource).map(whole), ...(dead?.values() ?? [])] : []
  const [found, missing] = [all, [] as string[]]
  for (const name of asked.names) {
    const inner = liveNamed(name)?.(resource)
    const text = inner === undefined ? dead?.get(keyOf(name)) : element(name, inner)
    if (text === undefined) missing.push(element(name, ''))
    else found.push(text)
  }
  return { found: found.join(''), missing: missing.join('') }
}

const whole = ([name, inner]: [string, string]) => dav(name, inner)

const commonOf = (resource: Resource) =>
  Object.entries(common).flatMap(([name, say]): [string, string][] => {
    const inner = say(resource)
    return inner === undefined ? [] : [[name, inner]]
  })

const deadNames = (dead: Resource['dead']) => [...(dead?.keys() ?? [])].map(key => element(nameOf(key), ''))
