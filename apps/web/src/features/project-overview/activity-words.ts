import type { Activity } from '@plinth/contract/projects'
import { bytes } from '../../lib/bytes.ts'

/** What was done: `did`, then `whom` it was done to, then the `rest` of the sentence. */
interface Words {
  did: string
  whom?: string
  rest?: string
}

type Data = Activity['data']

const list = (value: Data[string] | undefined) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))
const after = (word: string, value: string) => (value ? { rest: `${word} ${value}` } : {})

const known: Record<string, (activity: Activity) => Words> = {
  'project.create': () => ({ did: 'created the project' }),
  'project.rename': ({ data }) => ({ did: 'renamed the project', ...after('to', list(data.projectname)) }),
  'project.describe': () => ({ did: 'changed the description' }),
  'project.delete': () => ({ did: 'deleted the project' }),
  'project.restore': () => ({ did: 'restored the project' }),
  'project.user.add': ({ target, data }) => ({ did: 'added', whom: target, ...after('as', list(data.role)) }),
  'project.user.roles': ({ target, data }) => ({
    did: 'changed the roles of',
    whom: target,
    ...after('to', list(data.after ?? data.role)),
  }),
  'project.user.remove': ({ target }) => ({ did: 'removed', whom: target }),
  'project.user.leave': () => ({ did: 'left the project' }),
  'filestore.create': ({ data }) => ({ did: 'created the filestore', whom: list(data.fsname) }),
  'filestore.rename': ({ data }) => ({ did: 'renamed a filestore to', whom: list(data.fsname) }),
  'filestore.quota': ({ data }) => ({
    did: data.quota === undefined ? 'lifted the limit of the filestore' : 'limited the filestore',
    whom: list(data.fsname),
    ...(typeof data.quota === 'number' ? { rest: `to ${bytes(data.quota)}` } : {}),
  }),
  'filestore.access': ({ target, data }) => ({
    did: 'changed the level of',
    whom: target,
    rest: `in ${list(data.fsname)} to ${list(data.after)}`,
  }),
  'filestore.delete': ({ data }) => ({ did: 'deleted the filestore', whom: list(data.fsname) }),
  'filestore.restore': ({ data }) => ({ did: 'restored the filestore', whom: list(data.fsname) }),
  'file.rename': renamed,
  'folder.rename': renamed,
  'file.delete': thrownAway,
  'folder.delete': thrownAway,
  'file.purge': ({ data }) => ({ did: 'removed for good', rest: files(data.files) }),
  'trash.delete': ({ data }) => ({ did: 'removed for good', whom: list(data.name) }),
  'trash.empty': () => ({ did: 'emptied the trash' }),
  'link.create': ({ data }) => ({ did: 'created a link to', whom: list(data.name) }),
  'link.revoke': ({ data }) => ({ did: 'revoked a link to', whom: list(data.name) }),
  'link.upload': ({ data }) => ({ did: 'received', whom: list(data.name), rest: 'by a link' }),
  'folder.copy.giveup': ({ data }) => ({ did: 'could not copy the folder', whom: list(data.name) }),
}

function renamed({ action, data }: Activity): Words {
  return { did: `renamed the ${nounOf(action)}`, whom: list(data.oldname), rest: `to ${list(data.name)}` }
}

function thrownAway({ action, data }: Activity): Words {
  return { did: `moved the ${nounOf(action)}`, whom: list(data.name), rest: 'to the trash' }
}

const nounOf = (action: string) => action.split('.')[0] ?? ''
const files = (count: Data[string] | undefined) => (count === 1 ? '1 file' : `${list(count)} files`)

const irregular: Record<string, string> = {
  overwrite: 'overwrote',
  leave: 'left',
  send: 'sent',
  put: 'put',
  set: 'set',
}

function past(verb: string): string {
  if (irregular[verb]) return irregular[verb]
  if (verb.endsWith('e')) return `${verb}d`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}

/** An action nobody has written a sentence for yet still reads as one: file.upload is 'uploaded the file'. */
function guessed({ action, target, data }: Activity): Words {
  const nouns = action.split('.')
  const verb = nouns.pop() ?? ''
  const did = [past(verb), ...(nouns.length > 0 ? ['the', ...nouns] : [])].join(' ')
  const whom = list(data.name) || target
  return { did, ...(whom ? { whom } : {}) }
}

export const activityWords = (activity: Activity): Words => (known[activity.action] ?? guessed)(activity)

/** What nobody did by hand, the product did. */
export const actorOf = ({ actorid }: Pick<Activity, 'actorid'>) => actorid || 'Plinth'
