import { useEffect, useRef, useState } from 'react'
import { useCredentials } from '../../lib/credentials.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import type { Operation } from './operations.ts'
import { exampleOf } from './schema-fields.ts'
import { curlOf, type Reply, send } from './send.ts'

export function TryIt({ operation }: { operation: Operation }) {
  const [text, setText] = useState(() => JSON.stringify(exampleOf(operation.request), null, 2))
  const { reply, failed, running, run, stop } = useTry(operation)
  const values = parse(text)
  const curl = curlOf(operation, values ?? {})
  const token = useCredentials()?.accesstoken
  return (
    <div className="space-y-3">
      <Field
        label={operation.method === 'GET' ? 'Query, as JSON' : 'Body, as JSON'}
        hint={hint(operation, token)}
        error={!values && 'This is not a JSON object.'}
      >
        <Textarea
          value={text}
          rows={Math.min(12, text.split('\n').length + 1)}
          spellCheck={false}
          onChange={event => setText(event.target.value)}
          className="font-mono text-xs leading-5"
        />
      </Field>
      <div className="flex gap-2">
        <Button variant="primary" pending={running} disabled={!values} onClick={() => values && run(values, token)}>
          Send
        </Button>
        {running && <Button onClick={stop}>Stop</Button>}
      </div>
      <Output reply={reply} failed={failed} />
      <Code label="The same with curl" text={curl} />
    </div>
  )
}

function useTry(operation: Operation) {
  const [reply, setReply] = useState<Reply>()
  const [failed, setFailed] = useState(false)
  const [running, setRunning] = useState(false)
  const under = useRef<AbortController>(undefined)
  useEffect(() => () => under.current?.abort(), [])
  const run = async (values: Record<string, unknown>, token: string | undefined) => {
    const controller = new AbortController()
    under.current = controller
    setReply(undefined)
    setFailed(false)
    setRunning(true)
    try {
      await send(operation, values, token, controller.signal, setReply)
    } catch {
      setFailed(!controller.signal.aborted)
    }
    setRunning(false)
  }
  return { reply, failed, running, run, stop: () => under.current?.abort() }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function hint({ needsToken }: Operation, token: string | undefined): string {
  if (!needsToken) return 'Sent to this server, for real. No token is needed.'
  return token
    ? 'Sent to this server, for real, as the person you are signed in as.'
    : 'You are not signed in, so the answer will be UNAUTHENTICATED.'
}

function Output({ reply, failed }: { reply: Reply | undefined; failed: boolean }) {
  return (
    <div role="status" className="space-y-2 empty:hidden">
      {failed && <p className="text-danger text-sm">The server could not be reached.</p>}
      {reply && (
        <>
          <p className="text-sm">
            <span className={reply.status < 400 ? 'font-medium text-success' : 'font-medium text-danger'}>
              {reply.status} {reply.statusText}
            </span>
            <span className="ml-3 text-muted tabular-nums">{Math.round(reply.ms)} ms</span>
          </p>
          <Code label="Answer" text={reply.body} />
        </>
      )}
    </div>
  )
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure className="rounded-lg border border-border bg-surface">
      <figcaption className="flex items-center justify-between py-1 pr-1.5 pl-3 text-muted text-xs">
        {label}
        <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre tabIndex={0} className="max-h-80 overflow-auto border-border border-t p-3 font-mono text-xs leading-5">
        {text}
      </pre>
    </figure>
  )
}
