import { apiBase, type Call } from '@plinth/contract/call'
import { calls } from '@plinth/contract/calls'
import { listDir } from '@plinth/contract/dirs'
import { errorBody } from '@plinth/contract/errors'
import { downloadFile } from '@plinth/contract/files'
import { listOrgs } from '@plinth/contract/orgs'
import { projectInfo } from '@plinth/contract/projects'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { canary, startFuzzScene } from './testing/fuzz-scene.ts'
import { requestsFor } from './testing/fuzz-values.ts'

/**
 * Every call of the contract with valid, nearly valid and hostile values, as nobody, as a stranger and as a member of another
 * organisation. `npm run test:fuzz` does far more of it. An unhandled rejection fails the run by itself.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 8)
const seed = Number(process.env.FUZZ_SEED ?? 0) || Math.floor(Math.random() * 2 ** 31)

let scene: Awaited<ReturnType<typeof startFuzzScene>>
beforeAll(async () => {
  process.stdout.write(`Fuzzing with FUZZ_SEED=${seed}\n`)
  scene = await startFuzzScene()
}, 120_000)
afterAll(() => scene.app.close())
beforeEach(() => scene.renew())

/** What ends the member's part in it comes last. */
const isAnEnd = ({ name }: Call) =>
  /^(delete|leave|logout|end|remove|revoke|replace|change|reset|empty|disable)/.test(name)
const inOrder = [...calls.filter(call => !isAnEnd(call)), ...calls.filter(isAnEnd)]

describe.each(inOrder.map(call => [call.name, call] as const))('%s', (_, call) => {
  it('never breaks, and never tells of another organisation', async () => {
    const property = fc.asyncProperty(requestsFor(call, scene.worlds), async request => {
      // Some lists are for owners alone, and a list that is refused reads no cursor.
      const callers = 'cursor' in call.request.shape ? { ...scene.callers, owner: scene.owner } : scene.callers
      for (const [caller, tokens] of Object.entries(callers)) {
        const answer = await send(call, request, tokens)
        expect(answer.status, `as ${caller}: ${answer.text.slice(0, 500)}`).toBeLessThan(500)
        expect(answer.text, `as ${caller}`).not.toContain(canary)
        if (answer.status >= 400) expect(errorBody.safeParse(JSON.parse(answer.text)).error).toBeUndefined()
      }
    })
    await fc.assert(property, { seed, numRuns: runs })
  }, 600_000)
})

it('what must not be seen is there to be seen', async () => {
  const { orgid, projectid, tokens } = scene.theirs
  const asked: [Call, unknown][] = [
    [listOrgs, {}],
    [projectInfo, { orgid, projectid }],
    [listDir, { path: '/' }],
    [downloadFile, { filepath: '/theirs.txt' }],
  ]
  for (const [call, request] of asked) expect((await send(call, request, tokens)).text).toContain(canary)
})

let visitors = 0

async function send(call: Call, request: unknown, { accesstoken, filetoken }: Tokens) {
  const token = call.auth === 'file' ? filetoken : accesstoken
  const query = call.method === 'GET' ? `?${queryOf(request)}` : ''
  const leaving = new AbortController()
  const response = await fetch(scene.app.url + apiBase + call.path + query, {
    method: call.method,
    signal: leaving.signal,
    headers: {
      'x-forwarded-for': `203.0.${(visitors >> 8) & 255}.${visitors++ & 255}`,
      ...(call.body ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(call.method === 'GET' ? {} : { body: call.body ? formOf(request) : (JSON.stringify(request) ?? 'undefined') }),
  })
  // It would go on for ever.
  const isStream = response.ok && call.response === 'text/event-stream'
  const text = isStream ? '' : await response.text()
  if (isStream) leaving.abort()
  return { status: response.status, text }
}

interface Tokens {
  accesstoken?: string | undefined
  filetoken?: string | undefined
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const entriesOf = (request: unknown) =>
  Object.entries(Object(request) as Record<string, unknown>).filter(([, value]) => value !== undefined)

/** A server takes some kilobytes of address at most; what is longer it refuses before anybody here sees it. */
const queryOf = (request: unknown) =>
  new URLSearchParams(entriesOf(request).map(([name, value]) => [name, asText(value).slice(0, 2_000)])).toString()

function formOf(request: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of entriesOf(request)) form.append(name, asText(value))
  form.append('file', new Blob(['bytes']), 'bytes.bin')
  return form
}
