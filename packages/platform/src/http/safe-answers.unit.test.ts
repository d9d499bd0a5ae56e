import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { answerWhatIsSafe } from './safe-answers.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

function serve(allSafe: () => Promise<void> | undefined) {
  const http = Fastify()
  const handled = Promise.withResolvers<void>()
  answerWhatIsSafe(http, { allSafe })
  http.get('/', async () => {
    handled.resolve()
    return 'read'
  })
  return { http, handled: handled.promise }
}

it('keeps an answer back until the disk has what it may tell of', async () => {
  const disk = Promise.withResolvers<void>()
  const { http, handled } = serve(() => disk.promise)
  const order: string[] = []
  const answer = http.inject('/').then(({ body }) => order.push(body))
  await handled
  for (let turns = 0; turns < 5; turns++) await turn()
  order.push('safe')
  disk.resolve()
  await answer
  expect(order).toEqual(['safe', 'read'])
})

it('answers at once where the disk has everything, and tells nothing where it failed', async () => {
  expect((await serve(() => undefined).http.inject('/')).body).toBe('read')
  const failed = await serve(() => Promise.reject(new Error('EIO'))).http.inject('/')
  expect(failed.statusCode).toBe(500)
  expect(failed.body).not.toBe('read')
})
