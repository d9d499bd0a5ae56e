import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { type S3Server, startS3Server } from './s3-server.ts'

/** One S3 server for the whole run, started when the first test asks for it at this address; most runs never do. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<S3Server> | undefined
  const door = createServer((_request, response) => {
    starting ??= startS3Server()
    starting.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const address = door.address()
  if (typeof address === 'object' && address) project.provide('s3Door', `http://127.0.0.1:${address.port}`)
  return async () => {
    door.close()
    door.closeAllConnections()
    await (await starting?.catch(() => undefined))?.stop()
  }
}
