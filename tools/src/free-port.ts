import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system hands out unasked, or somebody else would get this one before the server listens there. */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
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
