import { expect, it } from 'vitest'
import { createGate } from './gate.ts'

/** Notes who is inside when, each until it is let go. */
function scene() {
  const gate = createGate()
  const log: string[] = []
  const begin = (name: string, alone: boolean) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = gate(alone, async () => {
      log.push(`+${name}`)
      await promise
      log.push(`-${name}`)
      return name
    })
    return {
      end() {
        resolve()
        return done
      },
    }
  }
  return { gate, log, begin }
}

it('many are inside together, and one who wants to be alone waits for them', async () => {
  const { log, begin } = scene()
  const [first, second] = [begin('first', false), begin('second', false)]
  const alone = begin('alone', true)
  await first.end()
  expect(log).toEqual(['+first', '+second', '-first'])
  await second.end()
  expect(await alone.end()).toBe('alone')
  expect(log).toEqual(['+first', '+second', '-first', '-second', '+alone', '-alone'])
})

it('nobody overtakes one who waits to be alone, and all who came later enter together', async () => {
  const { log, begin } = scene()
  const first = begin('first', false)
  const alone = begin('alone', true)
  const [third, fourth] = [begin('third', false), begin('fourth', false)]
  await first.end()
  await alone.end()
  expect(log).toEqual(['+first', '-first', '+alone', '-alone', '+third', '+fourth'])
  await Promise.all([third.end(), fourth.end()])
})

it('two who want to be alone are, one after the other', async () => {
  const { log, begin } = scene()
  const [first, second] = [begin('first', true), begin('second', true)]
  await first.end()
  await second.end()
  expect(log).toEqual(['+first', '-first', '+second', '-second'])
})

it('lets the next one in where the work fails', async () => {
  const { gate } = scene()
  await expect(gate(true, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await gate(true, async () => 'in')).toBe('in')
})
