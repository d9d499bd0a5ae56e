import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startDav } from './testing/dav.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Asking here answers the path of litmus, after installing it if there is none. */
    litmusDoor: string
  }
}

let app: Awaited<ReturnType<typeof startDav>>
let folder: string

beforeAll(async () => {
  app = await startDav()
  folder = await mkdtemp(join(tmpdir(), 'plinth-litmus-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

it('passes litmus, the test suite for WebDAV servers', { timeout: 300_000 }, async () => {
  const answer = await fetch(inject('litmusDoor'))
  const program = await answer.text()
  if (!answer.ok) throw new Error(program)
  const { mila } = app.scene
  const { at } = await app.mount(mila, await app.newStore())
  const { token } = await app.accessToken(mila)
  const output = await new Promise<string>(resolve => {
    const args = ['-k', app.url + at('/'), 'mila', token]
    // Its end says nothing that its words do not say.
    execFile(program, args, { cwd: folder }, (_error, stdout) => resolve(stdout))
  })
  expect(output.match(/.*(FAIL|WARNING|SKIPPED).*/g)).toBeNull()
  const passed = [...output.matchAll(/of (\d+) tests run: (\d+) passed/g)].map(([, run, passed]) => [run, passed])
  expect(passed).toEqual([
    ['16', '16'],
    ['13', '13'],
    ['30', '30'],
    ['41', '41'],
    ['4', '4'],
  ])
})
