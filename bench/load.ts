import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { debian } from './peers/web-servers.ts'
import { isQuick } from './turns.ts'

/** A request that is sent again and again. */
export interface Load {
  url: string
  headers?: Record<string, string>
  /** Sent one after the other, from the beginning again after the last. Without one it is a GET. */
  bodies?: string[]
}

const run = promisify(execFile)
const seconds = isQuick ? 1 : 3

/** In C: a generator written in JavaScript would be slower than the servers it is to measure. */
export async function requestsPerSecond({ url, headers = {}, bodies = [] }: Load, connections = 10): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-load-'))
  try {
    const script = join(folder, 'load.lua')
    await writeFile(script, scriptOf(headers, bodies))
    const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s', '-s', script, url]
    const { stdout } = await run(debian().programOf('wrk'), args, { env: debian().environment })
    const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1]
    if (refused) throw new Error(`${url}: ${refused} refusals`)
    return Number(/Requests\/sec: +([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Each request with a body comes from an address of its own: nobody's limit is what is measured. */
function scriptOf(headers: Record<string, string>, bodies: string[]): string {
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`)
  if (bodies.length === 0) return lines.join('\n')
  return [
    'wrk.method = "POST"',
    ...lines,
    `local bodies = { ${bodies.map(quoted).join(', ')} }`,
    'local n = 0',
    'function request()',
    '  n = n + 1',
    '  wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", math.floor(n / 65536) % 256, math.floor(n / 256) % 256, n % 256)',
    '  return wrk.format(nil, nil, nil, bodies[n % #bodies + 1])',
    'end',
  ].join('\n')
}

const quoted = (text: string) => JSON.stringify(text)
