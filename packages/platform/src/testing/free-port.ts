import { once } from 'node:events'
import { createServer } from 'node:net'

/** A hundred of its own for each process: of two that ask at the same moment, the first does not listen there yet. */
const first = 20_000 + (process.pid % 120) * 100
let asked = Math.floor(Math.random() * 100)

/** Below the ports that the system hands out unasked, or somebody else would get this one before the server listens there. */
export async function freePort(): Promise<number> {
  const port = first + (asked++ % 100)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
