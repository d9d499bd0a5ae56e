import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../lib/debounced.ts'
import { ComboboxList } from '../../ui/ComboboxList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { accessQuery } from './access.ts'
import type { Desk } from './desk.ts'

const searchDelayMs = 500
const mostShown = 50

/** Whose changes the list is narrowed to. The server searches: a project may have many people. */
export function PersonDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const { store, narrowed, narrow } = desk
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), searchDelayMs)
  const { data, error } = useQuery(accessQuery({ ...store, limit: mostShown, ...(search ? { search } : {}) }))
  const options = (data?.users ?? []).map(({ userid, name }) => ({
    ...{ value: userid, label: name },
    note: <span className="block max-w-24 truncate font-mono sm:max-w-48">{userid}</span>,
  }))
  return (
    <Dialog title="Changed by" description="Only what this person changed last is shown." open onOpenChange={onClose}>
      <div className="overflow-hidden rounded-md border">
        <ComboboxList
          label="People of the project"
          options={options}
          value={narrowed.by}
          onPicked={onClose}
          onValueChange={by => narrow({ ...narrowed, by })}
          search={typed}
          onSearchChange={setTyped}
          filter={false}
          searchPlaceholder="Name or user id"
          emptyText={error && !data ? error.msg : data ? 'Nobody found.' : 'Loading...'}
        />
      </div>
    </Dialog>
  )
}
