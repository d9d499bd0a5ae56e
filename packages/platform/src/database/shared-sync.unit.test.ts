import { expect, it } from 'vitest'
import { createSharedSync } from './shared-sync.ts'

/** A disk that takes as long as it is told to. */
function createDisk() {
  const begun: PromiseWithResolvers<void>[] = []
  const failures: unknown[] = []
  const sync = () => {
    const one = Promise.withResolvers<void>()
    begun.push(one)
    return one.promise
  }
  return { begun, failures, ...createSharedSync(sync, error => failures.push(error)) }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

it('has nothing to wait for where nothing was written', async () => {
  const { begun, wrote, allSafe } = createDisk()
  expect(allSafe()).toBeUndefined()
  wrote()
  const safe = allSafe()
  begun[0]?.resolve()
  await safe
  expect(allSafe()).toBeUndefined()
  expect(begun).toHaveLength(1)
})

it('makes safe only what was written before it began; all who come meanwhile share the next', async () => {
  const { begun, wrote, allSafe } = createDisk()
  const order: string[] = []
  const write = async (name: string) => {
    wrote()
    await allSafe()
    order.push(name)
  }
  const all = [write('first'), write('second'), write('third'), allSafe()]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve()
  await turn()
  expect(order).toEqual(['first'])
  expect(begun).toHaveLength(2)
  begun[1]?.resolve()
  await Promise.all(all)
  expect(order).toEqual(['first', 'second', 'third'])
  expect(begun).toHaveLength(2)
})

it('tells nobody that theirs is safe after a failure, and does not try again', async () => {
  const { begun, failures, wrote, allSafe } = createDisk()
  wrote()
  const first = allSafe()
  wrote()
  const second = allSafe()
  const failure = new Error('EIO')
  begun[0]?.reject(failure)
  await expect(first).rejects.toBe(failure)
  await expect(second).rejects.toBe(failure)
  await expect(allSafe()).rejects.toBe(failure)
  wrote()
  await expect(allSafe()).rejects.toBe(failure)
  expect(failures).toEqual([failure])
  expect(begun).toHaveLength(1)
})
