import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { createRoom } from './takers.ts'

const answer = () => ({ raw: new EventEmitter() as ServerResponse })

it('one person or network has 32 archives under way, and room for the next when one of them is over', () => {
  const room = createRoom()
  const answers = Array.from({ length: 32 }, answer)
  for (const one of answers) room.take(one, 'mara')
  expect(() => room.take(answer(), 'mara')).toThrow('Too many tries')
  room.take(answer(), 'olga')
  answers[5]?.raw.emit('close')
  room.take(answer(), 'mara')
  expect(() => room.take(answer(), 'mara')).toThrow('Too many tries')
})
