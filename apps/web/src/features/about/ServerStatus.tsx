import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type State = 'asking' | 'ok' | 'failing' | 'leaving' | 'unreachable'
interface Readiness {
  state: State
  /** Each part of the server and whether it answers. */
  parts: [name: string, answer: string][]
}

const asking: Readiness = { state: 'asking', parts: [] }

const sentences: Record<State, string> = {
  asking: 'Asking this server.',
  ok: 'This server is up, and everything it stands on answers.',
  failing: 'This server is up, but a part it stands on does not answer. Whoever runs it finds the reason in its log.',
  leaving: 'This server is being stopped or restarted. Ask again in a moment.',
  unreachable: 'This server cannot be reached from your browser right now.',
}

const dots: Record<State, string> = {
  asking: 'bg-faint animate-pulse',
  ok: 'bg-success',
  failing: 'bg-warning',
  leaving: 'bg-warning',
  unreachable: 'bg-danger',
}

/** In words for those who did not build it; what is new here keeps the name the server gives it. */
const partNames: Record<string, string> = {
  database: 'Database',
  storage: 'Folder for its data',
  blobs: 'Content of files',
}

export function ServerStatus() {
  const [{ state, parts }, setReadiness] = useState(asking)
  const [tries, setTries] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    const gone = new AbortController()
    setReadiness(asking)
    ask(gone.signal).then(readiness => gone.signal.aborted || setReadiness(readiness))
    return () => gone.abort()
  }, [tries])
  return (
    <div className="rounded-lg border border-border bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="flex min-w-0 flex-1 basis-64 items-baseline gap-3 text-text">
          <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[state]}`} />
          {sentences[state]}
        </p>
        <Button onClick={() => setTries(tries + 1)}>{state === 'unreachable' ? 'Try again' : 'Ask again'}</Button>
      </div>
      {(state === 'asking' || parts.length > 0) && (
        <dl className="mt-4 grid gap-x-8 border-border border-t pt-3 text-sm sm:grid-cols-2">
          {state === 'asking' && <Skeleton className="my-1 h-5 sm:col-span-2" />}
          {parts.map(([name, answer]) => (
            <div key={name} className="flex justify-between gap-4 py-1">
              <dt className="text-muted">{partNames[name] ?? name}</dt>
              <dd className={answer === 'ok' ? 'text-success' : 'text-danger'}>
                {answer === 'ok' ? 'Answers' : 'Does not answer'}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

async function ask(signal: AbortSignal): Promise<Readiness> {
  try {
    const response = await fetch('/readyz', { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) })
    const { status, ...parts } = (await response.json()) as Record<string, string>
    const known = status === 'ok' || status === 'leaving' ? status : 'failing'
    return { state: known, parts: Object.entries(parts) }
  } catch {
    return { state: 'unreachable', parts: [] }
  }
}
