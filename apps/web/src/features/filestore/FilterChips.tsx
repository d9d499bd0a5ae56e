import { X } from 'lucide-react'
import { useDesk } from './desk.ts'
import { nameOf } from './FilterMenu.tsx'
import { changedNames, kindNames, type Narrowed } from './filters.ts'

const textOf = ({ kind, changed, by }: Narrowed) =>
  [
    kind && (['kind', kindNames[kind]] as const),
    changed && (['changed', `Changed: ${changedNames[changed].toLowerCase()}`] as const),
    by && (['by', `By ${nameOf(by)}`] as const),
  ].filter(chip => chip !== undefined && chip !== '')

/** What the list leaves out, each to be taken away again. */
export function FilterChips() {
  const { narrowed, narrow } = useDesk()
  const chips = textOf(narrowed)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2 text-sm">
      {chips.map(([name, text]) => (
        <li key={name} className="max-w-full">
          <button
            type="button"
            aria-label={`Remove the filter ${text}`}
            onClick={() => narrow({ ...narrowed, [name]: undefined })}
            className="reach-2 flex h-7 max-w-full items-center gap-1.5 rounded-full border bg-accent-soft pr-2 pl-3 hover:border-accent pointer-coarse:h-8"
          >
            <span className="truncate">{text}</span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <button
            type="button"
            onClick={() => narrow({})}
            className="reach-2 h-7 rounded-md px-2 text-muted hover:text-text pointer-coarse:h-8"
          >
            Remove all
          </button>
        </li>
      ) : null}
    </ul>
  )
}
