import { memo } from 'react'
import { bytes } from '../../lib/bytes.ts'
import { cx } from '../../ui/cx.ts'
import { useDesk } from './desk.ts'
import { SelectBox } from './FileRow.tsx'
import { kindOf } from './file-kinds.ts'
import { cellRole } from './grid-roles.ts'
import { ItemMenu } from './ItemMenu.tsx'
import { fileCount, type Item, isFolder } from './items.ts'
import { RenameField } from './RenameField.tsx'
import { useItemState } from './use-item-state.ts'

export const FileCard = memo(function FileCard({ item }: { item: Item }) {
  const { canWrite, renaming, rename } = useDesk()
  const { chosen, active, cut, over, drop, id } = useItemState(item)
  const { icon: Icon, tone } = kindOf(item)
  const editing = renaming === item.objid
  return (
    <div
      {...cellRole(chosen)}
      {...drop}
      id={id}
      data-id={item.objid}
      draggable={canWrite && !editing}
      className={cx(
        'group relative grid h-full grid-rows-[1fr_auto] rounded-lg border bg-surface outline-none',
        chosen ? 'border-accent bg-accent-soft' : 'hover:bg-hover',
        (active || over) && 'shadow-[inset_0_0_0_2px_var(--accent)]',
        active && !over && 'not-group-focus-visible/list:shadow-none',
        cut && 'opacity-50',
      )}
    >
      <span className="grid place-items-center pt-3">
        <Icon aria-hidden strokeWidth={1.25} className={cx('size-12', tone)} />
      </span>
      <span className="absolute top-2 left-2">
        <SelectBox item={item} chosen={chosen} />
      </span>
      <span className="flex min-w-0 items-center gap-1 p-2 pl-3">
        {editing ? (
          <RenameField item={item} onDone={() => rename(undefined)} />
        ) : (
          <span className="grid min-w-0 flex-1 text-sm">
            <span className="truncate" title={item.objname}>
              {item.objname}
            </span>
            <span className="truncate text-muted text-xs">
              {isFolder(item) ? `${fileCount(item)}, ` : ''}
              {bytes(item.size)}
            </span>
          </span>
        )}
        <ItemMenu item={item} />
      </span>
    </div>
  )
})
