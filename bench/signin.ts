import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { apiBase } from '@plinth/contract/call'
import { signin, signup } from '@plinth/contract/login'
import { listOrgs } from '@plinth/contract/orgs'
import { changePasswordEmail } from '@plinth/contract/recovery'
import { requestsPerSecond } from './load.ts'
import { withProduct } from './product.ts'
import { type Figure, median } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rounds = 5
const seconds = 4
const atOnce = 8
const cores = availableParallelism()
const people = 80
const password = 'Passw0rd!'
const json = { 'content-type': 'application/json' }

/** What signing in costs, beside its hashing alone, and what others notice of it. */
export async function measureSignin(): Promise<Figure[]> {
  return withProduct({}, async ({ url, accesstoken }) => {
    const visitor = createVisitor(url, accesstoken)
    await visitor.signUpPeople()
    const load = await underLoad(visitor, url)
    const timing = await timingDifference(visitor)
    const check = await sessionCheck(visitor)
    return [
      {
        name: 'Sign-ins',
        value: Math.round(load.signins).toLocaleString('en'),
        unit: '/s',
        note: `SQLite, ${atOnce} at once; ${Math.round(100 * load.share)} % of what argon2id with the same parameters reaches alone`,
      },
      {
        name: 'Other calls while everybody signs in',
        value: load.p99.toFixed(1),
        unit: 'ms',
        note: `p99 of the list of organizations with all cores hashing; median ${load.p50.toFixed(1)} ms`,
      },
      {
        name: 'Telling whether an account exists',
        value: timing.signin.toFixed(2),
        unit: 'ms',
        note: `difference of the medians, a known and an unknown user id, of a sign-in that takes ${timing.took.toFixed(0)} ms; ${timing.forgot.toFixed(2)} ms for a forgotten password`,
      },
      {
        name: 'Session check',
        value: check.toFixed(0),
        unit: 'µs',
        note: 'a call with a token beside the same call without one, one after the other, both refused',
      },
    ]
  })
}

type Visitor = ReturnType<typeof createVisitor>

/** Talks to the product with as little of its own as it can, each time from another address. */
function createVisitor(url: string, accesstoken: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let visits = 0

  function send({ method, path }: { method: string; path: string }, body?: object, token?: string) {
    const address = `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits++ & 255}`
    const headers = {
      'x-forwarded-for': address,
      ...(body ? json : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const sent = request(url + apiBase + path, { method, agent, headers }, response => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(body && JSON.stringify(body))
    return promise
  }

  async function expecting(status: number, sent: Promise<number>): Promise<void> {
    const answered = await sent
    if (answered !== status) throw new Error(`The answer was ${answered} instead of ${status}`)
  }

  return {
    failToSignIn: (userid: string) => expecting(401, send(signin, { userid, password: 'Wrong-0ne' })),
    forget: (userid: string) => expecting(200, send(changePasswordEmail, { userid })),
    look: () => expecting(200, send(listOrgs, undefined, accesstoken)),
    lookWithoutToken: () => expecting(401, send(listOrgs)),
    lookWithUnknownToken: () => expecting(401, send(listOrgs, undefined, 'x'.repeat(43))),
    async signUpPeople() {
      for (let n = 0; n < people; n++) {
        const userid = `person${n}`
        await expecting(200, send(signup, { userid, name: 'Person', email: `${userid}@example.org`, password }))
      }
    },
  }
}

async function underLoad(visitor: Visitor, url: string) {
  const alone: number[] = []
  const signins: number[] = []
  const delays: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(Math.max(await hashesPerSecond(atOnce), await hashesPerSecond(cores)))
    signins.push(await signinsPerSecond(url))
    // Looking takes from the cores too, so what it slows down is not counted.
    const looking = new AbortController()
    const looked = lookAround(visitor, looking.signal, delays)
    await signinsPerSecond(url)
    looking.abort()
    await looked
  }
  const sorted = delays.toSorted((a, b) => a - b)
  return {
    signins: median(signins),
    // Within each round: how fast the machine is changes meanwhile.
    share: median(signins.map((rate, round) => rate / (alone[round] ?? Number.NaN))),
    p50: median(delays),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  }
}

/** By a generator that takes next to nothing of the cores itself: what it takes, hashing alone does not have to do without. */
function signinsPerSecond(url: string): Promise<number> {
  const bodies = Array.from({ length: people }, (_, n) => JSON.stringify({ userid: `person${n}`, password }))
  return requestsPerSecond({ url: url + apiBase + signin.path, headers: json, bodies }, atOnce)
}

/** One look every ten milliseconds, whether or not the one before has been answered. */
async function lookAround(visitor: Visitor, until: AbortSignal, delays: number[]): Promise<void> {
  const looks: Promise<void>[] = []
  for (let due = performance.now(); !until.aborted; due += 10) {
    await new Promise(resolve => setTimeout(resolve, Math.max(0, due - performance.now())))
    const since = performance.now()
    looks.push(visitor.look().then(() => void delays.push(performance.now() - since)))
  }
  await Promise.all(looks)
}

/**
 * The same hashing in a process that does nothing else. Its parameters are read from a hash like those the product stores. More at
 * once than there are cores take each other's memory, so the better of the two counts.
 */
async function hashesPerSecond(many: number): Promise<number> {
  const program = `
    import { hash, verify } from '@node-rs/argon2'
    const stored = await hash('${password}', { memoryCost: 19456, timeCost: 2, parallelism: 1 })
    let done = 0
    const since = performance.now()
    const onAndOn = async () => {
      while (performance.now() - since < ${seconds * 1000}) { await verify(stored, '${password}'); done++ }
    }
    await Promise.all(Array.from({ length: ${many} }, onAndOn))
    console.log((done * 1000) / (performance.now() - since))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', chunk => {
    printed += chunk
  })
  await once(child, 'close')
  return Number(printed)
}

async function timingDifference(visitor: Visitor) {
  const known = (n: number) => `person${n % people}`
  const unknown = (n: number) => `nobody${n % people}`
  const signins = await inTurns(
    240,
    n => visitor.failToSignIn(known(n)),
    n => visitor.failToSignIn(unknown(n)),
  )
  const forgotten = await inTurns(
    240,
    n => visitor.forget(known(n)),
    n => visitor.forget(unknown(n)),
    // The mail that one asked for is not to slow down the next.
    () => new Promise(resolve => setTimeout(resolve, 15)),
  )
  return {
    took: signins[0],
    signin: Math.abs(signins[0] - signins[1]),
    forgot: Math.abs(forgotten[0] - forgotten[1]),
  }
}

async function sessionCheck(visitor: Visitor): Promise<number> {
  const [without, withToken] = await inTurns(3_000, visitor.lookWithoutToken, visitor.lookWithUnknownToken)
  return (withToken - without) * 1000
}

/** The medians of two kinds of call, in ms, sent one after the other in turns, so that what else happens meets both alike. */
async function inTurns(
  times: number,
  one: (n: number) => Promise<void>,
  two: (n: number) => Promise<void>,
  rest: () => Promise<void> = async () => {},
) {
  const took: [number[], number[]] = [[], []]
  for (let n = 0; n < times; n++) {
    for (const [index, call] of [one, two].entries()) {
      const since = performance.now()
      await call(n)
      took[index]?.push(performance.now() - since)
      await rest()
    }
  }
  return [median(took[0]), median(took[1])] as const
}
