import { hash } from 'node:crypto'
import type { ResponseOf } from '@plinth/contract/call'
import type { CallError } from '@plinth/contract/errors'
import { filestoreToken, listFilestores } from '@plinth/contract/filestores'
import { userInfo } from '@plinth/contract/profile'
import { isAccessToken } from '@plinth/platform/access-tokens'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import { networkOf } from '@plinth/platform/networks'
import type { Platform } from '@plinth/platform/service'
import { createFileAuthentication } from '../tokens.ts'
import { DavFailure } from './failures.ts'

/** How long an answer of the account service is believed: so long a new name may go unseen. What ends access is seen at once. */
const believedMs = 3_000
/** A token that ends so soon is not begun anything with. */
const spareMs = 60_000
const mostKnown = 5_000
const wrongTries = { burst: 60, perMs: 10 * 60_000 }

export interface Credentials {
  userid: string
  token: string
}

type Owner = Pick<ResponseOf<typeof userInfo>, 'userid' | 'email'>

interface Given {
  name: string
  token: string
}

interface Granted {
  fsid: string
  token: string
  expiresat: number
  checkedat: number
}

/**
 * Who mounts a filestore, by their user id and a personal access token. This service does not know people: it asks the account
 * service in their name, gets a token for the filestore as the web app does, and works with that.
 */
export function createSignIn(platform: Platform) {
  const { callService, ratelimit } = platform
  const authenticateFile = createFileAuthentication(platform)
  const owners = createMemory<Owner>()
  const grants = createMemory<Granted>()

  const asPerson = ({ token }: Pick<Credentials, 'token'>) => callService('account', token)

  /** The name has to be the owner's of the token, as one signs in elsewhere. Who that is, is asked once. */
  async function ownerOf({ name, token }: Given): Promise<Credentials> {
    const isCalledSo = ({ userid, email }: Owner) =>
      [userid, email].some(one => one.toLowerCase() === name.toLowerCase())
    const look = async () => {
      const [person, error] = await asPerson({ token })(userInfo, {})
      if (error) throw failureOf(error)
      return person
    }
    const owner = await owners(hash('sha256', token), look, isCalledSo)
    if (!isCalledSo(owner)) throw new DavFailure(401)
    return { userid: owner.userid, token }
  }

  async function grant(credentials: Credentials, place: readonly string[], earlier?: Granted): Promise<Granted> {
    const [orgid = '', projectid = '', fsname = ''] = place
    const checkedat = Date.now()
    const ask = asPerson(credentials)
    const [found, error] = await ask(listFilestores, { orgid, projectid, fsname })
    if (error) throw failureOf(error)
    const [store] = found.filestores
    if (!store) throw new DavFailure(404)
    const { fsid } = store
    if (earlier?.fsid === fsid && earlier.expiresat - spareMs > checkedat) return { ...earlier, checkedat }
    const [made, refused] = await ask(filestoreToken, { orgid, projectid, fsid })
    if (refused) throw failureOf(refused)
    return { fsid, token: made.token, expiresat: made.expiresat, checkedat }
  }

  const isFresh = ({ checkedat, expiresat }: Granted) =>
    Date.now() - checkedat < believedMs && expiresat - spareMs > Date.now()

  async function actorIn(credentials: Credentials, place: readonly string[]): Promise<FileActor> {
    const key = hash('sha256', JSON.stringify([credentials.userid, credentials.token, ...place]))
    const look = (earlier?: Granted) => grant(credentials, place, earlier)
    const { token } = await grants(key, look, isFresh)
    try {
      return await authenticateFile(token)
    } catch (error) {
      // Taken back, or the filestore is closed: whoever still has a level there gets another token.
      if (!(error instanceof Refusal)) throw error
      const renewed = await grants(
        key,
        () => grant(credentials, place),
        () => false,
      )
      return authenticateFile(renewed.token)
    }
  }

  return {
    asPerson,

    /** Counts only those who were wrong, so that it never slows down somebody who is right. */
    async person(header: string | undefined, address: string): Promise<Credentials> {
      if (header === undefined) throw new DavFailure(401)
      const credentials = credentialsIn(header)
      try {
        if (!credentials) throw new DavFailure(401)
        return await ownerOf(credentials)
      } catch (error) {
        if (error instanceof DavFailure && error.status === 401) await countWrong(address)
        throw error
      }
    },

    /** What somebody may in a filestore. One that they do not belong to is not there for them. */
    async actor(credentials: Credentials, place: readonly string[], address: string): Promise<FileActor> {
      try {
        return await actorIn(credentials, place)
      } catch (error) {
        if (error instanceof Refusal && error.errcode === 'FILE_TOKEN_OTHER') throw new DavFailure(404)
        if (error instanceof DavFailure && error.status === 401) await countWrong(address)
        throw error
      }
    },
  }

  async function countWrong(address: string): Promise<void> {
    const taken = await ratelimit.take(`davByAddress:${networkOf(address)}`, wrongTries)
    if (!taken.ok) throw new Refusal('TOO_MANY_TRIES', { retryAfterMs: taken.retryAfterMs })
  }
}

function credentialsIn(header: string): Given | undefined {
  const [, packed = ''] = /^Basic +([\w+/=-]{1,1000})$/i.exec(header) ?? []
  const [, name = '', token = ''] = /^([^:]{1,300}):(.+)$/s.exec(Buffer.from(packed, 'base64').toString()) ?? []
  return isAccessToken(token) ? { name, token } : undefined
}

/** What the account service refuses is not told apart: nothing there, and nothing there for you. */
export function failureOf({ status, errcode }: CallError): Error {
  if (status === 401) return new DavFailure(401)
  if (errcode === 'NOT_FOUND' || errcode === 'BAD_INPUT') return new DavFailure(404)
  return status === 403 ? new DavFailure(403) : new Refusal('UNAVAILABLE')
}

/**
 * Remembers what was found out, those that were used last, in this process alone: another node only asks once more. Those who
 * ask for the same at the same time wait for one answer. A failure is not remembered.
 */
function createMemory<Value>() {
  const known = new Map<string, Promise<Value>>()
  return async (
    key: string,
    find: (earlier?: Value) => Promise<Value>,
    isGood: (value: Value) => boolean = () => true,
  ): Promise<Value> => {
    const earlier = known.get(key)
    const value = await earlier?.catch(() => undefined)
    if (value !== undefined && isGood(value)) return value
    // Somebody else may have begun to look while we waited.
    const current = known.get(key)
    if (current && current !== earlier) return current
    const finding = find(value)
    known.delete(key)
    known.set(key, finding)
    finding.catch(() => known.get(key) === finding && known.delete(key))
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    return finding
  }
}
