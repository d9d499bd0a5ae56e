import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const runChild = join(import.meta.dirname, 'run-child.mjs')

/** Runs a script below runChild, which is how the launcher runs the server. */
function launch(script: string) {
  const launcher = `
    const { runChild } = await import(${JSON.stringify(runChild)})
    const end = await runChild(process.execPath, ['-e', ${JSON.stringify(script)}], {})
    console.log(JSON.stringify(end))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', launcher], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  const printed = async (text: string) => {
    while (!output.includes(text)) await once(child.stdout, 'data')
  }
  return { child, printed, output: () => output.trim().split('\n') }
}

const server = `
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log(signal); process.exit(0) })
  setInterval(() => {}, 1000)
  console.log('listening')`

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a %s that reaches only the launcher ends the server cleanly',
  async signal => {
    const { child, printed, output } = launch(server)
    await printed('listening')
    child.kill(signal)
    await once(child, 'close')
    expect(output()).toEqual(['listening', signal, '{"code":0,"signal":null,"stopped":true}'])
  },
)

test('the exit code is handed on', async () => {
  const { child, output } = launch('process.exit(3)')
  await once(child, 'close')
  expect(output()).toEqual(['{"code":3,"signal":null,"stopped":false}'])
})

test('an end by a signal is handed on', async () => {
  const { child, output } = launch(`process.kill(process.pid, 'SIGKILL')`)
  await once(child, 'close')
  expect(output()).toEqual(['{"code":null,"signal":"SIGKILL","stopped":false}'])
})
