import type { Filestore } from '@plinth/contract/filestores'
import { useQuery } from '@tanstack/react-query'
import { Cable, Ellipsis, Gauge, Pencil, Trash2, Users } from 'lucide-react'
import { bytes } from '../../lib/bytes.ts'
import type { Store } from '../../lib/file-client.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { DropdownMenu, MenuItem, MenuSeparator } from '../../ui/DropdownMenu.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { FilestoreSelector } from './FilestoreSelector.tsx'
import { useWays } from './paths.ts'
import { usageQuery } from './queries.ts'

export type StoreDialog = 'create' | 'deleted' | 'rename' | 'quota' | 'access' | 'connect' | 'delete'

type StoreBarProps = {
  store: Store
  filestore: Filestore
  manages: boolean
  onOpen: (dialog: StoreDialog) => void
}

/** Which filestore it is, how full, and what can be done with it as a whole. */
export function StoreBar({ store, filestore, manages, onOpen }: StoreBarProps) {
  const { toStore } = useWays(store)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilestoreSelector
        {...{ store, filestore }}
        onPick={toStore}
        onCreate={manages ? () => onOpen('create') : undefined}
        onDeleted={manages ? () => onOpen('deleted') : undefined}
      />
      {filestore.level === 'viewer' ? (
        <Tooltip content="Your level here is viewer: you read and download. Ask an admin of the project for more.">
          <button type="button" className="rounded-full">
            <Badge>View only</Badge>
          </button>
        </Tooltip>
      ) : null}
      <span className="ml-auto flex items-center gap-2">
        <Usage store={store} quota={filestore.quota} />
        <Button onClick={() => onOpen('access')}>
          <Users aria-hidden />
          <span className="max-sm:sr-only">Access</span>
        </Button>
        <IconButton label="Connect as a drive" variant="secondary" onClick={() => onOpen('connect')}>
          <Cable aria-hidden />
        </IconButton>
        {manages ? (
          <DropdownMenu
            trigger={
              <IconButton label="Actions for the filestore" variant="secondary">
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Pencil />} onSelect={() => onOpen('rename')}>
              Rename filestore
            </MenuItem>
            <MenuItem icon={<Gauge />} onSelect={() => onOpen('quota')}>
              Limit
            </MenuItem>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 />} onSelect={() => onOpen('delete')}>
              Delete filestore
            </MenuItem>
          </DropdownMenu>
        ) : null}
      </span>
    </div>
  )
}

/** The limit is the filestore's: whoever changes it changes no file. */
function Usage({ store, quota }: { store: Store; quota: number | null }) {
  const { data } = useQuery(usageQuery(store))
  // Its place is kept until it is known: what stands beside it would move to another line.
  const used = data?.used ?? 0
  const full = quota !== null && used >= quota * 0.9
  return (
    <span className={cx('grid gap-1 text-muted text-xs tabular-nums', !data && 'invisible')}>
      <span>{quota === null ? `${bytes(used)} used` : `${bytes(used)} of ${bytes(quota)} used`}</span>
      {quota === null ? null : (
        <Progress label="Used" value={used} max={Math.max(quota, 1)} tone={full ? 'danger' : 'accent'} />
      )}
    </span>
  )
}
