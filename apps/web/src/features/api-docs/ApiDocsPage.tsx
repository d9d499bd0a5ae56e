import { useEffect, useMemo, useState } from 'react'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Input } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { TooltipProvider } from '../../ui/Tooltip.tsx'
import { OperationCard } from './OperationCard.tsx'
import { type ApiDocument, matches, type Operation, operationsOf } from './operations.ts'

type Load = { document?: ApiDocument; failed?: string }

export function ApiDocsPage() {
  const [{ document, failed }, setLoad] = useState<Load>({})
  const [tries, setTries] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    const gone = new AbortController()
    setLoad({})
    load(gone.signal).then(result => gone.signal.aborted || setLoad(result))
    return () => gone.abort()
  }, [tries])
  return (
    <main id="main" className="mx-auto min-h-[75vh] max-w-4xl px-4 py-12 sm:px-6">
      <h1 className="font-semibold text-3xl">API reference</h1>
      <p className="mt-3 text-lg text-muted">
        Every call this server answers, made from the same declaration that it checks requests by. The document itself
        is at{' '}
        <a href="/api/openapi.json" className="text-accent underline underline-offset-4">
          /api/openapi.json
        </a>
        .
      </p>
      {failed && (
        <div className="mt-10 rounded-lg border border-border bg-surface">
          <ErrorState title="The reference could not be loaded." message={failed} onRetry={() => setTries(tries + 1)} />
        </div>
      )}
      {!failed && !document && <Loading />}
      {document && (
        <TooltipProvider delayDuration={0}>
          <Reference document={document} />
        </TooltipProvider>
      )}
      <Toaster />
    </main>
  )
}

async function load(signal: AbortSignal): Promise<Load> {
  try {
    const response = await fetch('/api/openapi.json', { signal })
    if (!response.ok) return { failed: `The server answered ${response.status}.` }
    return { document: await response.json() }
  } catch {
    return { failed: 'The server could not be reached. Check the connection and try again.' }
  }
}

function Reference({ document }: { document: ApiDocument }) {
  const [search, setSearch] = useState('')
  const operations = useMemo(() => operationsOf(document), [document])
  const groups = Map.groupBy(
    operations.filter(operation => matches(operation, search)),
    operation => operation.group,
  )
  return (
    <>
      <div className="sticky top-14 z-10 -mx-1 mt-8 bg-canvas px-1 py-3">
        <Input
          type="search"
          aria-label="Search calls"
          placeholder="Search by path, name, errcode"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
      </div>
      {[...groups].map(([group, members]) => (
        <Group key={group} name={group} operations={members} />
      ))}
      <p role="status" className="mt-6 text-muted">
        {groups.size === 0 ? `No call matches “${search}”.` : ''}
      </p>
    </>
  )
}

function Group({ name, operations }: { name: string; operations: Operation[] }) {
  return (
    <section aria-labelledby={`group-${name}`} className="mt-6">
      <h2 id={`group-${name}`} className="mb-2 font-semibold text-lg capitalize">
        {name}
      </h2>
      <div className="overflow-clip rounded-lg border border-border bg-surface">
        {operations.map(operation => (
          <OperationCard key={operation.name} operation={operation} />
        ))}
      </div>
    </section>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading" className="mt-11">
    <Skeleton className="h-8" />
    {[4, 3, 1].map(rows => (
      <div key={rows} className="mt-9 space-y-px">
        <Skeleton className="mb-3 h-5 w-20" />
        {Array.from({ length: rows }, (_, row) => row).map(row => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    ))}
  </div>
)
