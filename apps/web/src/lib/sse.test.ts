import { expect, test } from 'vitest'
import { createSseParser, type SseMessage } from './sse.ts'

function read(...chunks: string[]): SseMessage[] {
  const messages: SseMessage[] = []
  const parse = createSseParser(message => messages.push(message))
  for (const chunk of chunks) parse(chunk)
  return messages
}

const stream = 'id: 7\nevent: hello\ndata: {"a":1}\n\nid: 8\nevent: bye\ndata: x\ndata: y\n\n'
const messages = [
  { id: '7', event: 'hello', data: '{"a":1}' },
  { id: '8', event: 'bye', data: 'x\ny' },
]

test('messages come out in order, several data lines as one text', () => {
  expect(read(stream)).toEqual(messages)
})

test.each(['\n', '\r\n', '\r'])('lines may end in %j, wherever the network cuts the stream', end => {
  // A last line end that stands alone as \r is only known once something follows.
  const text = `${stream.replaceAll('\n', end)}: end${end}`
  for (let cut = 1; cut < text.length; cut++) expect(read(text.slice(0, cut), text.slice(cut))).toEqual(messages)
  expect(read(...text)).toEqual(messages)
})

test('a message that was cut off is not delivered', () => {
  expect(read('event: hello\ndata: half')).toEqual([])
})

test('comments, unknown fields and events without data are passed over', () => {
  expect(read(': ping\n\nretry: 5\nevent: empty\n\ndata: real\n\n')).toEqual([
    { id: '', event: 'message', data: 'real' },
  ])
})

test('an id holds until the next one, and one space after the colon is not part of the value', () => {
  expect(read('id:3\ndata:  two\n\ndata\n\n')).toEqual([
    { id: '3', event: 'message', data: ' two' },
    { id: '3', event: 'message', data: '' },
  ])
})
