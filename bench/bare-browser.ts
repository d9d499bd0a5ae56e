import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findChromium } from '@plinth/tools/chromium'
import { end } from './product.ts'

const flags = ['--headless=new', '--no-first-run', '--remote-debugging-port=0', '--window-size=1440,900']
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export type Page = Awaited<ReturnType<typeof openPage>>

/**
 * A browser that nobody watches. Test drivers have every request told to them with its bytes, which costs more than the request
 * itself; this one hears only of what it asks for.
 */
export async function withPage<T>(folder: string, work: (page: Page) => Promise<T>): Promise<T> {
  const profile = `--user-data-dir=${join(folder, 'profile')}`
  const child = spawn(await findChromium(), [...flags, ...asRoot, profile, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    return await work(await openPage(await addressOf(child)))
  } finally {
    await end(child)
  }
}

/** It says where it listens, in the midst of other things. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let said = ''
  for await (const text of stderr ?? []) {
    said += text
    const [address] = /ws:\/\/\S+/.exec(said) ?? []
    if (address) {
      stderr?.resume()
      return address
    }
  }
  throw new Error(`Chromium did not start: ${said}`)
}

type Send = <Answer = unknown>(method: string, params?: object) => Promise<Answer>

async function connect(address: string): Promise<(sessionId?: string) => Send> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data))
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  })
  return sessionId =>
    <Answer>(method: string, params: object = {}) => {
      const answer = Promise.withResolvers<unknown>()
      waiting.set(++lastId, answer)
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }))
      return answer.promise as Promise<Answer>
    }
}

interface Evaluated<T> {
  result: { value: T }
  exceptionDetails?: { text: string }
}

async function openPage(address: string) {
  const sessionOf = await connect(address)
  const browser = sessionOf()
  const { targetId } = await browser<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const attached = { targetId, flatten: true }
  const { sessionId } = await browser<{ sessionId: string }>('Target.attachToTarget', attached)
  const send = sessionOf(sessionId)

  async function evaluate<T>(expression: string): Promise<T> {
    const question = { expression, awaitPromise: true, returnByValue: true }
    const answer = await send<Evaluated<T>>('Runtime.evaluate', question)
    if (answer.exceptionDetails) throw new Error(`${expression}: ${answer.exceptionDetails.text}`)
    return answer.result.value
  }

  async function until(expression: string, withinMs = 600_000): Promise<void> {
    const since = performance.now()
    // A page that is being left cannot answer.
    while (!(await evaluate(expression).catch(() => false))) {
      if (performance.now() - since > withinMs) throw new Error(`It never came to this: ${expression}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  return {
    evaluate,
    until,
    async open(url: string): Promise<void> {
      await send('Page.navigate', { url })
      await until(`location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`)
    },
    /** Gives files of the disk to a field, as somebody chooses them. */
    async choose(label: string, files: readonly string[]): Promise<void> {
      const expression = `document.querySelector('input[aria-label="${label}"]')`
      const { result } = await send<{ result: { objectId: string } }>('Runtime.evaluate', { expression })
      await send('DOM.setFileInputFiles', { files, objectId: result.objectId })
    },
  }
}
