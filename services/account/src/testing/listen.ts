import { apiBase } from '@plinth/contract/call'
import { type Event, events } from '@plinth/contract/events'
import { expect } from 'vitest'

/** Follows somebody's stream of events. `heard` grows as they come, in the order of the commits. */
export async function listen(url: string, { accesstoken }: { accesstoken: string }) {
  const leave = new AbortController()
  const response = await fetch(url + apiBase + events.path, {
    headers: { authorization: `Bearer ${accesstoken}` },
    signal: leave.signal,
  })
  const heard: Event[] = []
  const reading = read(response, heard).catch(() => {})
  await expect.poll(() => heard.shift()?.type).toBe('hello')
  return {
    heard,
    async close() {
      leave.abort()
      await reading
    },
  }
}

async function read(response: Response, heard: Event[]): Promise<void> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, data] = /^data: (.*)$/m.exec(block) ?? []
      if (data) heard.push(JSON.parse(data))
    }
  }
}
