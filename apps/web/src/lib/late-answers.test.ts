import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { doubtLateAnswers } from './late-answers.ts'

const queryKey = ['list']

/** A server that reads at once what there is, and answers when it is let go. */
function newServer(first = 'before') {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } })
  doubtLateAnswers(client)
  const held: PromiseWithResolvers<void>[] = []
  let stored = first
  const queryFn = async () => {
    const read = stored
    const gate = Promise.withResolvers<void>()
    held.push(gate)
    await gate.promise
    if (read === 'refused') throw new Error(read)
    return read
  }
  const change = () => {
    stored = 'after'
    void client.invalidateQueries({ queryKey })
  }
  return { client, queryFn, change, held }
}

it('asks once more for a first answer that set out before a change', async () => {
  const { client, queryFn, change, held } = newServer()
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const stop = observer.subscribe(() => undefined)
  change()
  change()
  held[0]?.resolve()
  await expect.poll(() => held.length).toBe(2)
  expect(observer.getCurrentResult().data).toBe('before')
  held[1]?.resolve()
  await expect.poll(() => observer.getCurrentResult()).toMatchObject({ data: 'after', fetchStatus: 'idle' })
  expect(held).toHaveLength(2)
  stop()
})

it('asks once more where the first answer was a refusal', async () => {
  const { client, queryFn, change, held } = newServer('refused')
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const stop = observer.subscribe(() => undefined)
  change()
  held[0]?.resolve()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.resolve()
  await expect.poll(() => observer.getCurrentResult()).toMatchObject({ data: 'after', fetchStatus: 'idle' })
  expect(held).toHaveLength(2)
  stop()
})

it('leaves it to the one who looks first whether an answer fetched ahead is asked for again', async () => {
  const { client, queryFn, change, held } = newServer()
  const fetched = client.fetchQuery({ queryKey, queryFn })
  change()
  held[0]?.resolve()
  await expect(fetched).resolves.toBe('before')
  expect(client.getQueryState(queryKey)).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
  expect(held).toHaveLength(1)
})

it('does not ask twice where the older answer is broken off anyway', async () => {
  const { client, queryFn, change, held } = newServer()
  const observer = new QueryObserver(client, { queryKey, queryFn, initialData: 'old', staleTime: 0 })
  const stop = observer.subscribe(() => undefined)
  change()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.resolve()
  await expect.poll(() => observer.getCurrentResult()).toMatchObject({ data: 'after', fetchStatus: 'idle' })
  expect(held).toHaveLength(2)
  stop()
})
