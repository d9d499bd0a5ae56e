import { expect, test } from 'vitest'
import { capture, type Part, runParts } from './part-runner.ts'

const silent = { started: () => {}, finished: () => {} }
const passing = { passed: 1, failed: 0, output: '' }
const failing = { passed: 0, failed: 1, output: 'broken' }

const part = (name: string, run: Part['run'], more: Partial<Part> = {}): Part => ({
  name,
  group: 'check',
  run,
  ...more,
})

test('a failing part stops only those that need it', async () => {
  const results = await runParts(
    [
      part('first', async () => failing),
      part('later', async () => passing, { after: ['first'] }),
      part('dependent', async () => passing, { needs: ['first'] }),
    ],
    silent,
  )
  expect(results.map(result => [result.part.name, result.failed])).toEqual([
    ['first', 1],
    ['later', 0],
    ['dependent', 1],
  ])
  expect(results[2]?.output).toContain('"first" failed')
})

test('a part that throws counts as a failure with its message', async () => {
  const [result] = await runParts([part('thrower', () => Promise.reject(new Error('no disk')))], silent)
  expect(result).toMatchObject({ passed: 0, failed: 1, output: 'no disk' })
})

test('never more than two run at a time, and those that wait come later', async () => {
  let running = 0
  let most = 0
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(name)
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    return passing
  }
  await runParts(
    [part('waits', work('waits'), { after: ['c'] }), ...['a', 'b', 'c'].map(name => part(name, work(name)))],
    silent,
  )
  expect(most).toBe(2)
  expect(order).toEqual(['a', 'b', 'c', 'waits'])
})

test('what a command prints is kept, with its exit code', async () => {
  const script = `console.log('one'); console.error('two'); process.exit(3)`
  const ended = await capture(process.execPath, ['-e', script])
  expect(ended.code).toBe(3)
  expect(ended.output).toContain('one')
  expect(ended.output).toContain('two')
})

test('a command that does not exist is a failure', async () => {
  expect((await capture('plinth-no-such-command', [])).code).toBe(1)
})
