import type { Operation } from './operations.ts'

export interface Reply {
  status: number
  statusText: string
  /** Until the first byte of the answer. */
  ms: number
  body: string
}

/** The path with its query, and the JSON body where there is one. */
export function requestLine({ method, path }: Operation, values: Record<string, unknown>) {
  if (method !== 'GET') return { url: path, body: JSON.stringify(values) }
  const query = new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)])).toString()
  return { url: query ? `${path}?${query}` : path }
}

export function curlOf(operation: Operation, values: Record<string, unknown>): string {
  const { url, body } = requestLine(operation, values)
  const parts = [`curl -X ${operation.method} ${quote(location.origin + url)}`]
  if (operation.needsToken) parts.push('-H "authorization: Bearer $PLINTH_TOKEN"')
  if (body) parts.push("-H 'content-type: application/json'", `-d ${quote(body)}`)
  return parts.join(' \\\n  ')
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Reports the reply as it grows, so that a stream of events is seen while it runs. */
export async function send(
  operation: Operation,
  values: Record<string, unknown>,
  token: string | undefined,
  signal: AbortSignal,
  report: (reply: Reply) => void,
): Promise<void> {
  const { url, body } = requestLine(operation, values)
  const began = performance.now()
  const response = await fetch(url, {
    method: operation.method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token && operation.needsToken ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body } : {}),
    signal,
  })
  const reply = { status: response.status, statusText: response.statusText, ms: performance.now() - began, body: '' }
  report(reply)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    reply.body += chunk.value
    report({ ...reply })
  }
  report({ ...reply, body: pretty(reply.body) })
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
