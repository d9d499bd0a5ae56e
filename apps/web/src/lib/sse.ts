export interface SseMessage {
  event: string
  data: string
  id: string
}

/**
 * Reads a text/event-stream piece by piece, wherever the pieces were cut. EventSource would do this,
 * but it cannot send the header that our tokens travel in.
 */
export function createSseParser(onMessage: (message: SseMessage) => void): (chunk: string) => void {
  let rest = ''
  let event = ''
  let data: string[] = []
  let id = ''

  function dispatch(): void {
    if (data.length > 0) onMessage({ event: event || 'message', data: data.join('\n'), id })
    event = ''
    data = []
  }

  function line(text: string): void {
    const colon = text.indexOf(':')
    const field = colon === -1 ? text : text.slice(0, colon)
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
  }

  return chunk => {
    rest += chunk
    // A carriage return at the very end may be the first half of a line's end: it waits for what follows.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const text of lines) text === '' ? dispatch() : line(text)
  }
}
