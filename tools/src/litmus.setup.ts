import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { findLitmus } from './litmus.ts'

/** Where litmus is, looked for when the first test asks for it at this address; most runs never do. */
export default async function setup(project: TestProject): Promise<() => void> {
  let finding: Promise<string> | undefined
  const door = createServer((_request, response) => {
    finding ??= findLitmus()
    finding.then(
      path => response.end(path),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const address = door.address()
  if (typeof address === 'object' && address) project.provide('litmusDoor', `http://127.0.0.1:${address.port}`)
  return () => {
    door.close()
    door.closeAllConnections()
  }
}
