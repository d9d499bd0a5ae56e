import { get } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, Node } from './cluster.ts'
import { newFilestore } from './filestore.ts'
import { type Follower, follow } from './follow.ts'
import { type Load, readBack, startLoad, startUpload } from './load.ts'

const people = 6
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Says a sentence, and whether it holds. */
function claim(sentence: string, holds: boolean): boolean {
  say(`${holds ? '✓' : '✗'} ${sentence}`)
  return holds
}

/**
 * The nodes under load, one killed, then all of them exchanged one by one: says what a user would have noticed. Holds when no
 * acknowledged write is lost, no event is missed and a node that was let go failed no request.
 */
export async function prove({ url, tlsUrl, nodes }: Cluster): Promise<boolean> {
  const encrypted = claim('the load balancer speaks TLS and tells browsers to stay with it', await speaksTls(tlsUrl))
  const { person, filestore } = await newFilestore(url)
  const follower = follow(url, person)
  const upload = await startUpload(url, filestore, 'in-pieces')
  const load = startLoad(url, filestore, people)
  await wait(4_000)
  say(`${load.requests} requests by ${people} people in 4 s, ${load.failures.length} failed`)
  const killed = await killOne(nodes, load)
  const exchanged = await exchangeAll(nodes, load)
  await load.stop()
  load.acknowledged.set('in-pieces', await upload.finish())
  say(`an upload in pieces went on through all of it and sent ${upload.again} pieces again`)
  const kept = await readAllBack(url, filestore, load)
  const told = await checkStream(follower, load)
  return encrypted && killed && exchanged && kept && told
}

/** Its certificate is of its own making, which no browser would trust; that it is used is all there is to see. */
function speaksTls(url: string): Promise<boolean> {
  return new Promise(resolve => {
    get(`${url}/readyz`, { rejectUnauthorized: false }, answer => {
      answer.resume()
      resolve(answer.statusCode === 200 && answer.headers['strict-transport-security'] !== undefined)
    }).on('error', () => resolve(false))
  })
}

async function killOne(nodes: readonly Node[], load: Load): Promise<boolean> {
  const before = { requests: load.requests, failures: load.failures.length }
  const node = nodes[0] as Node
  await node.stop('SIGKILL')
  await wait(3_000)
  const failed = load.failures.slice(before.failures)
  say(
    `kill -9 of a node: ${failed.length} of ${load.requests - before.requests} requests failed (${new Set(failed).size} kinds)`,
  )
  await node.start()
  return claim('only what was under way on the killed node failed', failed.length <= people)
}

async function exchangeAll(nodes: readonly Node[], load: Load): Promise<boolean> {
  const before = { requests: load.requests, failures: load.failures.length }
  for (const node of nodes) {
    await node.stop('SIGTERM')
    await node.start()
    // Until the load balancer has seen it.
    await wait(1_000)
  }
  const failed = load.failures.slice(before.failures)
  for (const failure of new Set(failed)) say(`  ${failure}`)
  return claim(
    `all nodes exchanged one by one: ${failed.length} of ${load.requests - before.requests} requests failed`,
    failed.length === 0,
  )
}

async function readAllBack(url: string, token: string, { acknowledged }: Load): Promise<boolean> {
  const lost: string[] = []
  for (const [name, hash] of acknowledged)
    await readBack(url, token, name, hash).catch(error => lost.push(String(error)))
  for (const line of lost.slice(0, 10)) say(`  ${line}`)
  return claim(
    `${acknowledged.size} acknowledged files read back with their hashes, ${lost.length} did not`,
    lost.length === 0,
  )
}

/** Every file is one event of its own: so as many came as were acknowledged, each once and in order, however often the line broke. */
async function checkStream(follower: Follower, { acknowledged }: Load): Promise<boolean> {
  for (let came = -1; came !== follower.seen.length; await wait(1_000)) came = follower.seen.length
  follower.stop()
  const { seen, resumed, lost } = follower
  const inOrder = seen.every((place, index) => index === 0 || place > (seen[index - 1] ?? 0))
  say(`the stream of events was taken up again ${resumed} times and brought ${seen.length} events`)
  return claim('no event was missed or came twice', lost === 0 && inOrder && seen.length >= acknowledged.size)
}
