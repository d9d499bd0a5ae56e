import type { Filestore } from '@plinth/contract/filestores'
import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown, HardDrive, Plus, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useDebounced } from '../../lib/debounced.ts'
import type { Store } from '../../lib/file-client.ts'
import { filestoresQuery } from '../../lib/filestores.ts'
import { ComboboxList } from '../../ui/ComboboxList.tsx'
import { Popover } from '../../ui/Popover.tsx'

type FilestoreSelectorProps = {
  store: Store
  filestore: Filestore
  onPick: (fsid: string) => void
  /** Absent for those who may not. */
  onCreate: (() => void) | undefined
  onDeleted: (() => void) | undefined
}

export function FilestoreSelector({ store, filestore, onPick, ...actions }: FilestoreSelectorProps) {
  const [open, setOpen] = useState(false)
  const { fsname, fsid } = filestore
  return (
    <Popover
      label="Filestore"
      open={open}
      onOpenChange={setOpen}
      className="w-80"
      trigger={
        <button
          type="button"
          role="combobox"
          aria-expanded={open}
          aria-label={`Filestore: ${fsname} (${fsid})`}
          className="flex min-w-0 items-center gap-2.5 rounded-md border bg-surface py-1.5 pr-2 pl-2.5 text-left hover:bg-hover"
        >
          <HardDrive aria-hidden className="size-5 shrink-0 text-accent" />
          <span className="grid min-w-0">
            <span className="truncate font-medium text-sm">{fsname}</span>
            <span className="truncate font-mono text-2xs text-muted">{fsid}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
        </button>
      }
    >
      <FilestoreList {...{ store, ...actions }} onPick={onPick} onPicked={() => setOpen(false)} />
    </Popover>
  )
}

const searchDelayMs = 300

type FilestoreListProps = Omit<FilestoreSelectorProps, 'filestore'> & { onPicked: () => void }

/** The server searches: a project may have many. */
function FilestoreList({ store, onPick, onPicked, onCreate, onDeleted }: FilestoreListProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), searchDelayMs)
  const { data, error, isPending } = useQuery(filestoresQuery(store, search))
  const options = (data ?? []).map(({ fsid, fsname }) => ({
    ...{ value: fsid, label: fsname, icon: <HardDrive aria-hidden /> },
    note: <span className="block max-w-28 truncate font-mono">{fsid}</span>,
  }))
  return (
    <ComboboxList
      label="Filestore"
      options={options}
      value={store.fsid}
      onPicked={onPicked}
      onValueChange={onPick}
      search={typed}
      onSearchChange={setTyped}
      filter={false}
      searchPlaceholder="Search filestore..."
      emptyText={error && !data ? error.msg : isPending ? 'Loading...' : 'No Filestore found.'}
      actions={[
        ...(onCreate ? [{ label: 'Create a new filestore', icon: <Plus aria-hidden />, onSelect: onCreate }] : []),
        ...(onDeleted ? [{ label: 'Deleted filestores', icon: <RotateCcw aria-hidden />, onSelect: onDeleted }] : []),
      ]}
    />
  )
}
