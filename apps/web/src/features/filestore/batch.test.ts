import type { CallError } from '@plinth/contract/errors'
import { expect, test } from 'vitest'
import { type Asked, type Conflict, type Decision, runBatch } from './batch.ts'

const refused = (errcode: CallError['errcode']): CallError => ({
  ...{ status: 409, errcode, msg: errcode },
  errdata: { code: errcode, data: null, msg: errcode },
})

/** A folder in which some names are taken. */
function folder(taken: string[], answers: (Decision | undefined)[] = []) {
  const sent: string[] = []
  const asked: Asked<string>[] = []
  const perform = async (item: string, conflict: Conflict) => {
    sent.push(`${item} ${conflict}`)
    return taken.includes(item) && conflict === 'refuse' ? refused('NAME_TAKEN') : null
  }
  const ask = async (question: Asked<string>) => {
    asked.push(question)
    return answers.shift()
  }
  return { sent, asked, perform, ask }
}

test('each conflict is asked about, one at a time', async () => {
  const { sent, asked, perform, ask } = folder(
    ['b', 'c'],
    [
      { choice: 'keepboth', forAll: false },
      { choice: 'skip', forAll: false },
    ],
  )
  const outcome = await runBatch({ items: ['a', 'b', 'c'], perform, ask })
  expect(outcome.done.sort()).toEqual(['a', 'b'])
  expect(outcome.skipped).toEqual(['c'])
  // Others are under way at the same time: an answer for all is of use as long as one of them is.
  expect(asked.map(({ item, more }) => [item, more])).toEqual([
    ['b', true],
    ['c', false],
  ])
  expect(sent).toContain('b keepboth')
})

test('questions come in the order of the items, whichever is refused first', async () => {
  const answer: Record<string, () => void> = {}
  const refusal = (item: string) =>
    new Promise<CallError>(resolve => {
      answer[item] = () => resolve(refused('NAME_TAKEN'))
    })
  const asked: string[] = []
  const running = runBatch({
    items: ['a', 'b', 'c'],
    perform: (item, conflict) => (conflict === 'refuse' ? refusal(item) : Promise.resolve(null)),
    ask: async ({ item }) => {
      asked.push(item)
      return { choice: 'keepboth', forAll: false }
    },
  })
  for (const item of ['c', 'a', 'b']) {
    answer[item]?.()
    // Long enough for a question that does not wait for those before it.
    await new Promise(resolve => setTimeout(resolve))
  }
  expect((await running).done.sort()).toEqual(['a', 'b', 'c'])
  expect(asked).toEqual(['a', 'b', 'c'])
})

test('an answer for all is asked for once', async () => {
  const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const { asked, perform, ask } = folder(items, [{ choice: 'replace', forAll: true }])
  const outcome = await runBatch({ items, perform, ask })
  expect(asked).toHaveLength(1)
  expect(outcome.done).toHaveLength(7)
})

test('what cannot be replaced is asked about again, without that answer', async () => {
  const { asked, perform, ask } = folder(
    ['a', 'b'],
    [
      { choice: 'replace', forAll: true },
      { choice: 'keepboth', forAll: false },
    ],
  )
  await runBatch({ items: ['a', 'b'], perform, ask, canReplace: item => item === 'a' })
  expect(asked.map(({ item, canReplace }) => [item, canReplace])).toEqual([
    ['a', true],
    ['b', false],
  ])
})

test('giving up leaves the rest as it is', async () => {
  const { sent, perform, ask } = folder(['a', 'b', 'c', 'd', 'e', 'f'], [undefined])
  const outcome = await runBatch({ items: ['a', 'b', 'c', 'd', 'e', 'f'], perform, ask })
  expect(outcome.skipped).toHaveLength(6)
  expect(sent.filter(line => line.startsWith('f'))).toEqual([])
})

test('a failure of one does not stop the others, and is told', async () => {
  const perform = async (item: string) => (item === 'b' ? refused('NOT_FOUND') : null)
  const counted: number[] = []
  const outcome = await runBatch({ items: ['a', 'b', 'c'], perform, onProgress: count => counted.push(count) })
  expect(outcome.failed.map(({ item, error }) => [item, error.errcode])).toEqual([['b', 'NOT_FOUND']])
  expect(outcome.done.sort()).toEqual(['a', 'c'])
  expect(counted.at(-1)).toBe(3)
})
