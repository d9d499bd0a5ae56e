import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startPostgres } from './postgres.ts'

async function answers(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const connected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return connected
}

it('starts a server and stops it', async () => {
  const server = await startPostgres()
  expect(await answers(server.url)).toBe(true)
  await server.stop()
  expect(await answers(server.url)).toBe(false)
})

it('leaves no server behind when whoever started it is killed', async () => {
  const program = `
    import { startPostgres } from '${new URL('postgres.ts', import.meta.url)}'
    process.stdout.write((await startPostgres()).url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  const [url] = await once(child.stdout, 'data')
  expect(await answers(String(url))).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => answers(String(url))).toBe(false)
})
