import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { startS3Server } from './s3-server.ts'

const answers = (url: string) =>
  fetch(`http://${new URL(url).host}/`).then(
    response => response.text().then(() => true),
    () => false,
  )

it('starts a server that speaks S3, and stops it', { timeout: 300_000 }, async () => {
  const server = await startS3Server()
  expect(await answers(server.url)).toBe(true)
  await server.stop()
  expect(await answers(server.url)).toBe(false)
})

it('leaves no server behind when whoever started it is killed', async () => {
  const program = `
    import { startS3Server } from '${new URL('s3-server.ts', import.meta.url)}'
    process.stdout.write((await startS3Server()).url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  const [url] = await once(child.stdout, 'data')
  expect(await answers(String(url))).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => answers(String(url))).toBe(false)
})
