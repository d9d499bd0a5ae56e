import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
const { addToQuery, queryClient } = await import('./query.ts')

const queryKey = ['list']
const add = () => addToQuery<string[]>(queryKey, now => [...now, 'more'])
const state = () => queryClient.getQueryState(queryKey)

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(queryKey, ['first'])
})

it('adds to a list that is fresh, and tells those who look at it', async () => {
  const observer = new QueryObserver<string[]>(queryClient, { queryKey, staleTime: 60_000 })
  const seen: (string[] | undefined)[] = []
  const stop = observer.subscribe(({ data }) => seen.push(data))
  add()
  await expect.poll(() => seen.at(-1)).toEqual(['first', 'more'])
  expect(state()).toMatchObject({ isInvalidated: false })
  stop()
})

it('leaves a list outdated that others have changed', async () => {
  await queryClient.invalidateQueries({ queryKey })
  add()
  expect(state()).toMatchObject({ data: ['first', 'more'], isInvalidated: true })
})

it('leaves it outdated too where one goes away while it is read anew', () => {
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string[]>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const observer = new QueryObserver<string[]>(queryClient, { queryKey, queryFn, staleTime: 60_000 })
  const stop = observer.subscribe(() => undefined)
  void queryClient.invalidateQueries({ queryKey })
  expect(state()).toMatchObject({ fetchStatus: 'fetching' })
  add()
  stop()
  expect(state()).toMatchObject({ fetchStatus: 'idle', isInvalidated: true })
})

it('adds nothing to what is not there', () => {
  queryClient.clear()
  add()
  expect(state()).toBeUndefined()
})
