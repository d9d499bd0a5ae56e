import type { ProjectSort } from '../../lib/projects.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Select } from '../../ui/Select.tsx'
import { type ProjectsView, projectsViews } from './projects-view.ts'

const sorts: { value: ProjectSort; label: string }[] = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-createdat', label: 'Newest first' },
  { value: 'createdat', label: 'Oldest first' },
]

type ProjectToolsProps = {
  typed: string
  onType: (typed: string) => void
  /** Undefined while a search decides the order. */
  sort: ProjectSort | undefined
  onSort: (sort: ProjectSort) => void
  view: ProjectsView
  onView: (view: ProjectsView) => void
}

export function ProjectTools({ typed, onType, sort, onSort, view, onView }: ProjectToolsProps) {
  const sortBy = (value: string) => {
    const known = sorts.find(one => one.value === value)
    if (known) onSort(known.value)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Field label="Find a project" hideLabel className="w-full sm:max-w-72 sm:flex-1">
        <Input
          type="search"
          value={typed}
          maxLength={100}
          placeholder="Name or id"
          onChange={event => onType(event.target.value)}
        />
      </Field>
      {sort ? <Select aria-label="Order" options={sorts} value={sort} onValueChange={sortBy} className="w-40" /> : null}
      <span className="ml-auto">
        <Segments label="View" options={projectsViews} value={view} onValueChange={onView} />
      </span>
    </div>
  )
}
