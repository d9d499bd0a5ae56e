import { ChevronRight, Link as LinkIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Operation } from './operations.ts'
import { type Field, fieldsOf } from './schema-fields.ts'
import { TryIt } from './TryIt.tsx'

/** Opens by itself where the address names it, on arrival and when the address changes. */
function useDisclosure(name: string) {
  const card = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(() => isNamed(name))
  useEffect(() => {
    const scroll = () => card.current?.scrollIntoView()
    const follow = () => {
      if (!isNamed(name)) return
      setOpen(true)
      requestAnimationFrame(scroll)
    }
    if (isNamed(name)) scroll()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [name])
  return { card, open, toggle: () => setOpen(!open) }
}

const isNamed = (name: string) => location.hash === `#${name}`

export function OperationCard({ operation }: { operation: Operation }) {
  const { name, method, path, summary } = operation
  const { card, open, toggle } = useDisclosure(name)
  return (
    <article ref={card} id={name} className="group scroll-mt-32 border-border not-first:border-t">
      <div className="flex items-start">
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            onClick={toggle}
            className="flex w-full items-start gap-3 px-3 py-3.5 text-left hover:bg-hover"
          >
            <ChevronRight
              size={16}
              aria-hidden="true"
              className={`mt-0.5 shrink-0 text-faint transition-transform ${open ? 'rotate-90' : ''}`}
            />
            <span className="w-12 shrink-0 font-medium font-mono text-accent text-xs leading-5">{method}</span>
            <span className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 md:grid-cols-[15rem_1fr]">
              <span className="wrap-anywhere font-mono text-xs leading-5">{path}</span>
              <span className="text-muted text-sm">{summary}</span>
            </span>
          </button>
        </h3>
        <a href={`#${name}`} aria-label={`Link to ${name}`} className="m-2 rounded-md p-2 text-faint hover:bg-hover">
          <LinkIcon size={14} aria-hidden="true" />
        </a>
      </div>
      {open && <Details operation={operation} />}
    </article>
  )
}

function Details({ operation }: { operation: Operation }) {
  const { who, method, protocol, request, response, errors } = operation
  const values = protocol ? 'Headers' : method === 'GET' ? 'Query' : 'Request body'
  const sent = fieldsOf(request)
  return (
    <div className="space-y-6 border-border border-t bg-canvas px-4 py-5 sm:px-6">
      <Part title="Who may">
        <p className="text-muted text-sm">{who}</p>
      </Part>
      <Part title={values}>
        <Fields fields={sent} none={method === 'GET' ? 'No query.' : protocol ? 'None.' : 'An empty object.'} />
      </Part>
      <Part title={protocol ? 'Headers of the answer' : 'Answer, in data'}>
        {typeof response === 'string' ? (
          <p className="text-muted text-sm">A stream of {response}.</p>
        ) : (
          <Fields fields={fieldsOf(response)} none={protocol ? 'None.' : 'An empty object.'} />
        )}
      </Part>
      <Part title="Errors">
        <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
          {errors.map(({ status, errcode, msg }) => (
            <div key={errcode} className="contents">
              <dt className="font-mono text-xs leading-5">
                {status} {errcode}
              </dt>
              <dd className="text-muted max-sm:mb-2">{msg}</dd>
            </div>
          ))}
        </dl>
      </Part>
      {protocol ? (
        <p className="text-muted text-sm">This is {protocol}: use any client of that protocol.</p>
      ) : (
        <Part title="Try it">
          <TryIt operation={operation} />
        </Part>
      )}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h4 className="mb-2 font-medium text-sm">{title}</h4>
    {children}
  </section>
)

function Fields({ fields, none }: { fields: Field[]; none: string }) {
  if (fields.length === 0) return <p className="text-muted text-sm">{none}</p>
  return (
    <dl className="rounded-lg border border-border bg-surface text-sm">
      {fields.map(({ name, type, required, constraints }) => (
        <div key={name} className="grid gap-x-4 border-border px-3 py-2 not-first:border-t sm:grid-cols-[12rem_1fr]">
          <dt className="break-all font-mono text-xs leading-5">{name}</dt>
          <dd className="min-w-0 break-words text-muted">
            {[type, !required && 'optional', ...constraints].filter(Boolean).join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
