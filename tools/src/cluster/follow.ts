import { urlOf } from '@plinth/contract/client'
import { type Event, events } from '@plinth/contract/events'

export interface Follower {
  /** The places of the events that came, in the order in which they came. */
  seen: number[]
  /** How often the line broke and was taken up again. */
  resumed: number
  /** How often it could not be taken up where it broke. */
  lost: number
  stop(): void
}

/** Follows the stream of events as a browser does: when it breaks, it goes on after the last event it saw. */
export function follow(origin: string, token: string): Follower {
  const state = { seen: [] as number[], resumed: 0, lost: 0 }
  const ending = new AbortController()
  const run = async () => {
    for (let last: number | undefined; !ending.signal.aborted; state.resumed++) {
      await readStream(origin, token, last, ending.signal, (place, { type, data }) => {
        if (type !== 'hello') state.seen.push(place)
        else if (last !== undefined && data.resumed !== 'yes') state.lost++
        last = place
      }).catch(() => {})
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  void run()
  return Object.assign(state, { stop: () => ending.abort() })
}

async function readStream(
  origin: string,
  token: string,
  last: number | undefined,
  signal: AbortSignal,
  came: (place: number, event: Event) => void,
): Promise<void> {
  const place = last === undefined ? {} : { 'last-event-id': String(last) }
  const answer = await fetch(origin + urlOf(events, {}), {
    headers: { authorization: `Bearer ${token}`, ...place },
    signal,
  })
  if (!answer.ok || !answer.body) throw new Error(String(answer.status))
  let rest = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const messages = (rest + chunk).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const [, place, event] = /^id: (\d+)\ndata: (.*)$/.exec(message) ?? []
      if (event) came(Number(place), JSON.parse(event))
    }
  }
}
