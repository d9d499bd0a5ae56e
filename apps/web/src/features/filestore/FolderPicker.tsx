import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Folder, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { shownName } from '../../lib/names.ts'
import { queryClient } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog, DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { Place } from './desk.ts'
import { type Item, join, movable, named } from './items.ts'
import type { Target } from './moving.ts'
import { NewFolderDialog } from './NewFolderDialog.tsx'
import { wayQuery } from './queries.ts'
import { readMoreFolders, type Subfolders, subfoldersQuery } from './subfolders.ts'

type FolderPickerProps = {
  store: Store
  fsname: string
  /** Where one is. */
  place: Place
  items: readonly Item[]
  copies: boolean
  onPick: (target: Target) => void
  onClose: () => void
}

interface Step {
  objid: string | undefined
  path: string
  name: string
}

/** Walks through the folders, from the one that is open. */
export function FolderPicker({ store, fsname, place, items, copies, onPick, onClose }: FolderPickerProps) {
  const top: Step = { objid: undefined, path: '/', name: fsname }
  const [steps, setSteps] = useState(() => [top, ...stepsTo(store, place)])
  const [making, setMaking] = useState(false)
  const here = steps.at(-1) ?? top
  const { data, error, refetch, isFetching } = useQuery(subfoldersQuery(store, here.objid))
  const objid = data?.folderid
  const target = objid && { ...here, objid }
  const there = items.length === 1 ? 'It is there already.' : 'They are there already.'
  const refused = target && !copies && movable(items, target).length === 0 ? there : undefined
  const enter = (step: Step) => setSteps([...steps, step])
  return (
    <Dialog title={`${copies ? 'Copy' : 'Move'} ${named(items)}`} open onOpenChange={onClose}>
      <div className="flex h-8 items-center gap-1">
        {steps.length > 1 ? (
          <IconButton size="sm" label="Back" onClick={() => setSteps(steps.slice(0, -1))}>
            <ChevronLeft aria-hidden />
          </IconButton>
        ) : null}
        {/* Where one begins, rather than at the button before it. */}
        <h3
          data-first
          tabIndex={-1}
          className="min-w-0 flex-1 truncate font-medium text-sm outline-none"
          title={here.name}
        >
          {here.name}
        </h3>
      </div>
      <div className="mt-2 h-64 overflow-y-auto rounded-lg border">
        {error && !data ? (
          <ErrorState
            title="The folder could not be opened"
            message={error.msg}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : data ? (
          <Folders
            folders={data}
            moved={copies ? [] : items}
            onEnter={folder => enter({ ...folder, path: join(here.path, folder.name) })}
            onMore={() => void readMoreFolders(store, here.objid)}
          />
        ) : (
          <Skeleton className="m-3 h-8" />
        )}
      </div>
      <DialogFooter>
        <span className="mr-auto">
          <Button variant="ghost" aria-label="New folder here" onClick={() => setMaking(true)}>
            <FolderPlus aria-hidden />
            <span className="max-sm:hidden">New folder</span>
          </Button>
        </span>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Tooltip content={refused}>
          <Button
            variant="primary"
            aria-disabled={!target || Boolean(refused)}
            onClick={() => target && onPick(target)}
          >
            {copies ? 'Copy here' : 'Move here'}
          </Button>
        </Tooltip>
      </DialogFooter>
      {making && target ? (
        <NewFolderDialog
          {...{ store }}
          parent={target}
          onMade={made => enter({ objid: made.objid, path: join(here.path, made.objname), name: made.objname })}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </Dialog>
  )
}

/** Down from the top folder. A list over the whole filestore is nowhere. */
function stepsTo(store: Store, place: Place): Step[] {
  if (place.kind !== 'folder') return []
  const [, ...below] = queryClient.getQueryData(wayQuery(store, place.objid).queryKey)?.steps ?? []
  let path = '/'
  return below.map(({ objid, objname }) => {
    path = join(path, objname)
    return { objid, path, name: objname }
  })
}

type FoldersProps = {
  folders: Subfolders
  /** Nothing goes into itself. */
  moved: readonly Item[]
  onEnter: (folder: { objid: string; name: string }) => void
  onMore: () => void
}

/** What a menu lights up by its arrows, one comes to with Tab here. */
const line = 'menu-item w-full text-left hover:bg-hover focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]'

function Folders({ folders, moved, onEnter, onMore }: FoldersProps) {
  const { items, cursor, reading, failed } = folders
  if (items.length === 0) return <p className="p-6 text-center text-muted text-sm">There are no folders here.</p>
  return (
    <ul className="p-1">
      {items.map(({ objid, objname }) => (
        <li key={objid}>
          <button
            type="button"
            disabled={moved.some(item => item.objid === objid)}
            onClick={() => onEnter({ objid, name: objname })}
            className={cx(line, 'disabled:opacity-50 disabled:hover:bg-transparent')}
          >
            <Folder aria-hidden className="fill-accent-soft text-accent" />
            <span dir="auto" className="min-w-0 flex-1 truncate text-left" title={shownName(objname)}>
              {shownName(objname)}
            </span>
            <ChevronRight aria-hidden />
          </button>
        </li>
      ))}
      {cursor ? (
        <li>
          {failed ? (
            <Notice tone="danger" role="alert">
              More could not be loaded. {failed.msg}
            </Notice>
          ) : null}
          <button type="button" onClick={onMore} className={cx(line, 'text-muted')}>
            {reading ? 'Loading' : failed ? 'Try again' : 'Show more folders'}
          </button>
        </li>
      ) : null}
    </ul>
  )
}
