import { memo } from 'react'
import { bytes } from '../../lib/bytes.ts'
import { shownName } from '../../lib/names.ts'
import { cx } from '../../ui/cx.ts'
import { useDesk } from './desk.ts'
import { SelectBox } from './FileRow.tsx'
import { cellRole } from './grid-roles.ts'
import { ItemMenu } from './ItemMenu.tsx'
import { ItemPicture } from './ItemPicture.tsx'
import { fileCount, type Item, isFolder } from './items.ts'
import { RenameField } from './RenameField.tsx'
import { useItemState } from './use-item-state.ts'

export const FileCard = memo(function FileCard({ item }: { item: Item }) {
  const { store, canWrite, renaming } = useDesk()
  const { chosen, active, cut, over, drop, id } = useItemState(item)
  const editing = renaming === item.objid
  return (
    <div
      {...cellRole(chosen)}
      {...drop}
      id={id}
      data-id={item.objid}
      draggable={canWrite && !editing}
      className={cx(
        'group relative grid h-full grid-rows-[minmax(0,1fr)_auto] rounded-lg border bg-surface outline-none',
        chosen ? 'border-accent bg-accent-soft' : 'hover:bg-hover',
        (active || over) && 'shadow-[inset_0_0_0_2px_var(--accent)]',
        active && !over && 'not-group-focus-visible/list:shadow-none',
        cut && 'opacity-50',
      )}
    >
      <ItemPicture {...{ store, item }} size="large" icon="size-12" className="mx-3 mt-3" />
      <span className="absolute top-2 left-2">
        <SelectBox item={item} chosen={chosen} />
      </span>
      {/* Two lines for every name: many of a series differ at their end alone, and pictures stand at one height. */}
      <span className="flex min-h-18 min-w-0 items-start gap-1 p-2 pl-3">
        {editing ? (
          <RenameField item={item} />
        ) : (
          <span className="grid min-w-0 flex-1 text-sm">
            <span dir="auto" className="wrap-anywhere line-clamp-2 text-left" title={shownName(item.objname)}>
              {shownName(item.objname)}
            </span>
            <span className="truncate text-muted text-xs">{isFolder(item) ? fileCount(item) : bytes(item.size)}</span>
          </span>
        )}
        <ItemMenu item={item} className={cx(!editing && '-mt-1.5')} />
      </span>
    </div>
  )
})
