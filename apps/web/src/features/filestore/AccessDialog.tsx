import { errors } from '@plinth/contract/errors'
import type { Filestore, FilestoreAccess } from '@plinth/contract/filestores'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { type PagedColumn, PagedTable } from '../../ui/PagedTable.tsx'
import { Person } from '../../ui/Person.tsx'
import { usePagedSearch } from '../../ui/paged-search.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { accessQuery } from './access.ts'
import { ChangePermission } from './ChangePermission.tsx'

const searchDelayMs = 500

type AccessDialogProps = { store: Store; filestore: Filestore; manages: boolean; onClose: () => void }

/** Who can do what in the filestore. Admins of the project change it; the others see it. */
export function AccessDialog({ store, filestore: { fsname }, manages, onClose }: AccessDialogProps) {
  const [changed, setChanged] = useState<FilestoreAccess>()
  const { typed, onType, search, asked, paginationTo } = usePagedSearch(searchDelayMs)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(accessQuery({ ...store, ...asked }))
  return (
    <Dialog
      title="Access control"
      description={`Who of the project can do what in ${fsname}.`}
      size="lg"
      open
      onOpenChange={onClose}
    >
      <div className="grid gap-3">
        <Field label="Find a user" hideLabel className="sm:w-72">
          <Input
            type="search"
            value={typed}
            maxLength={100}
            placeholder="Name or user id"
            onChange={event => onType(event.target.value)}
          />
        </Field>
        {error && !data ? (
          <ErrorState
            title="Failed to fetch the user list"
            message={error.msg}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <PagedTable
            label="Users"
            columns={columnsFor(manages ? setChanged : undefined)}
            rows={data?.users}
            getRowId={({ userid }) => userid}
            empty={<EmptyState>{search ? `Nobody here matches “${search}”.` : 'Nobody is here yet.'}</EmptyState>}
            stale={isPlaceholderData}
            pagination={paginationTo(data?.cursor)}
          />
        )}
      </div>
      {changed ? <ChangePermission store={store} person={changed} onClose={() => setChanged(undefined)} /> : null}
    </Dialog>
  )
}

function columnsFor(onChange: ((person: FilestoreAccess) => void) | undefined): PagedColumn<FilestoreAccess>[] {
  const columns: PagedColumn<FilestoreAccess>[] = [
    {
      ...{ id: 'person', header: 'Name', width: 45 },
      cell: ({ userid, name }) => (
        <Person id={userid} name={name}>
          <span className="font-mono">{userid}</span>
        </Person>
      ),
    },
    {
      ...{ id: 'level', header: 'Level', width: 27 },
      cell: ({ level, isdefault }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <Badge tone={level === 'admin' ? 'accent' : 'neutral'}>{level}</Badge>
          {isdefault ? <span className="text-muted text-xs">by role</span> : null}
        </span>
      ),
    },
  ]
  if (!onChange) return columns
  return [
    ...columns,
    {
      ...{ id: 'actions', header: 'Actions', width: 28, hideHeader: true, align: 'right' },
      cell: person => <ChangeButton person={person} onChange={onChange} />,
    },
  ]
}

type ChangeButtonProps = { person: FilestoreAccess; onChange: (person: FilestoreAccess) => void }

/** Only owners and admins of the project are admins without having been made so here. */
function ChangeButton({ person, onChange }: ChangeButtonProps) {
  const refused = person.level === 'admin' && person.isdefault ? errors.LEVEL_FROM_ROLE[1] : undefined
  return (
    <Tooltip content={refused}>
      <Button
        size="sm"
        aria-label={`Change Permission of ${person.name}`}
        aria-disabled={refused !== undefined}
        onClick={() => onChange(person)}
      >
        Change Permission
      </Button>
    </Tooltip>
  )
}
