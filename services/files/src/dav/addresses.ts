import { dirpath } from '@plinth/contract/file-fields'
import { DavFailure } from './failures.ts'

export const davBase = '/dav'

/** How many names lead to a filestore: the organisation's, the project's and its own. */
const toStore = 3

export interface Address {
  /** The organisation, project and filestore, as far as they are named. */
  place: string[]
  /** From the filestore's top folder down. */
  names: string[]
}

/** Each name is decoded by itself, so that nothing in it can be taken for a part of the way. */
export function addressOf(path: string): Address {
  // What stands behind # would name a part of something, so the whole must not be taken for it.
  if (path.includes('#')) throw new DavFailure(400)
  const parts = path
    .replace(/[?].*$/s, '')
    .replace(/\/$/, '')
    .split('/')
    .slice(2)
    .map(decoded)
  if (parts.some(part => part === '' || part.includes('/'))) throw new DavFailure(400)
  const parsed = dirpath.safeParse(`/${parts.slice(toStore).join('/')}`)
  if (!parsed.success) throw new DavFailure(400)
  return { place: parts.slice(0, toStore).map(part => part.normalize('NFC')), names: parsed.data }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new DavFailure(400)
  }
}

const encoded = (names: readonly string[]) =>
  names.map(name => `/${encodeURIComponent(name).replace(/['()!*]/g, percent)}`).join('')

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

export const hrefOf = (place: readonly string[], names: readonly string[], isFolder: boolean) =>
  `${davBase}${encoded(place)}${encoded(names)}${isFolder ? '/' : ''}`

export const isSamePlace = (one: readonly string[], other: readonly string[]) =>
  one.join('/').toLowerCase() === other.join('/').toLowerCase()

/** Where a whole address or a path leads to, undefined where that is another server. */
export function addressWithin(uri: string, hosts: readonly string[]): Address | undefined {
  const [, host, path = ''] = /^(?:https?:\/\/([^/]*))?(\/.*)$/i.exec(uri) ?? []
  if (host !== undefined && !hosts.includes(host.toLowerCase())) return undefined
  if (path !== davBase && !path.startsWith(`${davBase}/`)) return undefined
  return addressOf(path)
}

/** The same, undefined also where it is in another filestore. */
export function namesWithin(uri: string, place: readonly string[], hosts: readonly string[]): string[] | undefined {
  const address = addressWithin(uri, hosts)
  return address && isSamePlace(address.place, place) ? address.names : undefined
}
