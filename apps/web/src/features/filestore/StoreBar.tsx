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
    // One line: a long name is cut off, and on phones the menu takes what stands beside it.
    <div className="flex items-center gap-2">
      <FilestoreSelector
        {...{ store, filestore }}
        onPick={toStore}
        onCreate={manages ? () => onOpen('create') : undefined}
        onDeleted={manages ? () => onOpen('deleted') : undefined}
      />
      {filestore.level === 'viewer' ? (
        <Tooltip content="Your level here is viewer: you read and download. Ask an admin of the project for more.">
          <button type="button" className="reach-2 rounded-full">
            <Badge>View only</Badge>
          </button>
        </Tooltip>
      ) : null}
      <span className="ml-auto flex shrink-0 items-center gap-2">
        <Usage store={store} quota={filestore.quota} />
        <Button onClick={() => onOpen('access')} className="reach-2 max-sm:hidden">
          <Users aria-hidden />
          Access
        </Button>
        <IconButton
          label="Connect as a drive"
          variant="secondary"
          onClick={() => onOpen('connect')}
          className="reach-2 max-sm:hidden"
        >
          <Cable aria-hidden />
        </IconButton>
        <StoreMenu {...{ manages, onOpen }} />
      </span>
    </div>
  )
}

/** Those who do not manage the filestore need it on phones only. */
function StoreMenu({ manages, onOpen }: Pick<StoreBarProps, 'manages' | 'onOpen'>) {
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label="Actions for the filestore"
          variant="secondary"
          className={cx('reach-2', !manages && 'sm:hidden')}
        >
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <div className="sm:hidden">
        <MenuItem icon={<Users />} onSelect={() => onOpen('access')}>
          Access
        </MenuItem>
        <MenuItem icon={<Cable />} onSelect={() => onOpen('connect')}>
          Connect as a drive
        </MenuItem>
        {manages ? <MenuSeparator /> : null}
      </div>
      {manages ? (
        <>
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
        </>
      ) : null}
    </DropdownMenu>
  )
}

/** The limit is the filestore's: whoever changes it changes no file. */
function Usage({ store, quota }: { store: Store; quota: number | null }) {
  const { data } = useQuery(usageQuery(store))
  // Its place is kept until it is known: what stands beside it would move to another line.
  const used = data?.used ?? 0
  const full = quota !== null && used >= quota * 0.9
  return (
    <span
      className={cx(
        'grid gap-1 text-muted text-xs tabular-nums *:whitespace-nowrap max-sm:text-right',
        !data && 'invisible',
      )}
    >
      {quota === null ? (
        <span>{bytes(used)} used</span>
      ) : (
        <>
          <span>
            {bytes(used)} <br className="sm:hidden" />
            of {bytes(quota)} used
          </span>
          <Progress label="Used" value={used} max={Math.max(quota, 1)} tone={full ? 'danger' : 'accent'} />
        </>
      )}
    </span>
  )
}
