import { apiBase, type RequestOf, type ResponseOf } from '@plinth/contract/call'
import { mostTogether, uploadFiles } from '@plinth/contract/files'
import { notOurs } from '../../lib/reaching.ts'
import { send } from '../../lib/transport.ts'
import { smallContentsOf } from './pieces.ts'
import { askedOfServer, bring, fileChanged, type Stop, stopOf, type Way } from './tus.ts'
import { atOnce, dateOf, goalOf, type Upload } from './upload.ts'

interface Small {
  upload: Upload
  file: Blob
  way: Way
}

type Answers = ResponseOf<typeof uploadFiles>['uploads']

interface Traveller extends Small {
  arrived: () => void
  failed: (reason: unknown) => void
}

let waiting: Traveller[] = []
let onTheRoad = 0

/** Brings a small file to the server, in one request with all others that wait for the same and go to the same folder. */
export function bringTogether(small: Small): Promise<void> {
  const { signal } = small.way
  return new Promise((arrived, failed) => {
    if (signal.aborted) return failed(signal.reason)
    waiting.push({ ...small, arrived, failed })
    signal.addEventListener('abort', () => failed(signal.reason))
    // Those that start at the same moment are all there by then.
    setTimeout(depart)
  })
}

function depart(): void {
  waiting = waiting.filter(({ way }) => !way.signal.aborted)
  while (waiting.length > 0 && onTheRoad < atOnce) {
    const group = nextGroup()
    onTheRoad += 1
    void travel(group).finally(() => {
      onTheRoad -= 1
      depart()
    })
  }
}

function nextGroup(): Traveller[] {
  const [first] = waiting
  const group = waiting.filter(one => folderOf(one) === folderOf(first)).slice(0, mostTogether)
  const taken = new Set(group)
  waiting = waiting.filter(one => !taken.has(one))
  return group
}

/** A folder's id is its own in the whole installation, so it tells the filestore as well. */
const folderOf = (traveller: Traveller | undefined) => traveller && goalOf(traveller.upload).folderid

async function travel(group: readonly Traveller[]): Promise<void> {
  const [first, second] = group
  if (!first || !second) return oneByOne(group)
  try {
    const answers = await sendAll(first, group)
    for (const [index, { arrived, failed }] of group.entries()) {
      const answer = answers[index]
      if (answer && 'fsobject' in answer) arrived()
      else failed(answer?.error)
    }
  } catch (reason) {
    if (mayConcernOne(stopOf(reason))) return oneByOne(group)
    for (const { failed } of group) failed(reason)
  }
}

/** One that cannot be read, named or stored has the whole request refused. So has a server that does not know the call yet. */
function mayConcernOne(stop: Stop | undefined): boolean {
  const { status, errcode } = stop ?? {}
  if (status === undefined) return errcode === 'CLIENT_ERROR'
  return status >= 400 && status <= 500 && ![401, 403, 429].includes(status)
}

async function oneByOne(group: readonly Traveller[]): Promise<void> {
  for (const { upload, file, way, arrived, failed } of group) {
    if (!way.signal.aborted) await bring(upload, file, way).then(arrived, failed)
  }
}

async function sendAll(first: Traveller, group: readonly Traveller[]): Promise<Answers> {
  const [contents, error] = await smallContentsOf(group.map(({ file, upload: { size } }) => ({ file, size })))
  if (error) throw error
  for (const [index, one] of group.entries()) one.way.onHashed(contents[index]?.sha256)
  const { way, upload } = first
  const request: RequestOf<typeof uploadFiles> = {
    parentid: goalOf(upload).folderid,
    files: group.map(({ upload: one }, index) => {
      const content = contents[index]
      if (!content) throw fileChanged
      return { path: goalOf(one).path, conflict: askedOfServer(one.conflict), ...dateOf(one), ...content }
    }),
  }
  const answered = await send({
    method: uploadFiles.method,
    url: apiBase + uploadFiles.path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await way.token()}` },
    body: JSON.stringify(request),
    signal: whenAllStopped(group.map(one => one.way.signal)),
    onProgress: () => {
      for (const one of group) one.way.onSent(0)
    },
    patienceMs: Math.max(...group.map(one => one.way.patienceMs)),
  })
  if (!answered.ok) throw answered.error
  return answersIn(answered.text())
}

function answersIn(text: string): Answers {
  try {
    return JSON.parse(text).data.uploads
  } catch {
    throw notOurs
  }
}

/** The others need the request of one that is not wanted any more. */
function whenAllStopped(signals: readonly AbortSignal[]): AbortSignal {
  const stop = new AbortController()
  let left = signals.length
  for (const signal of signals) {
    const leave = () => --left === 0 && stop.abort()
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave)
  }
  return stop.signal
}
