import { memo } from 'react'
import { bytes } from '../../lib/bytes.ts'
import { shownName } from '../../lib/names.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Time } from '../../ui/Time.tsx'
import { useDesk } from './desk.ts'
import { gridcell, rowRole } from './grid-roles.ts'
import { ItemMenu } from './ItemMenu.tsx'
import { ItemPicture } from './ItemPicture.tsx'
import type { Item } from './items.ts'
import { RenameField } from './RenameField.tsx'
import { choose } from './selection.ts'
import { useItemState } from './use-item-state.ts'

/** Which column stands third is the list's: the folder it lies in, or who changed it. */
export type Third = 'modifiedby' | 'location'

const grid =
  'grid grid-cols-[2rem_minmax(0,1fr)_2.5rem] items-center gap-x-3 px-2 @3xl/list:grid-cols-[2rem_minmax(0,1fr)_10rem_6rem_8rem_2.5rem] '

/** By the room the list has, not the window: a sidebar and the details take theirs. */
export const columns: Record<Third, string> = {
  modifiedby: `${grid} @xl/list:grid-cols-[2rem_minmax(0,1fr)_6rem_8rem_2.5rem]`,
  location: `${grid} @xl/list:grid-cols-[2rem_minmax(0,1fr)_10rem_8rem_2.5rem]`,
}

const fromWide = '@max-xl/list:hidden'
const fromWider = '@max-3xl/list:hidden'

/** Of two with one name, only the folder tells which is meant: it stays longer than the size does. */
export const seenFrom: Record<Third, { third: string; size: string }> = {
  modifiedby: { third: fromWider, size: fromWide },
  location: { third: fromWide, size: fromWider },
}
/** Set off from the numbers before it, which end where their column does. */
export const timeLook = `${fromWide} pl-3`

const cell = 'truncate text-muted'
/** The same for icons and thumbnails, so that nothing jumps when one takes the other's place. */
export const pictureBox = 'size-7 @max-xl/list:size-9'

/** Scrolling draws new rows; those that are there stay as they are. */
export const FileRow = memo(function FileRow({ item, index, third }: { item: Item; index: number; third: Third }) {
  const desk = useDesk()
  const { chosen, active, cut, over, drop, id } = useItemState(item)
  const look = chosen ? 'bg-accent-soft' : over ? 'bg-accent-soft' : 'hover:bg-hover'
  return (
    <div
      {...rowRole(index, chosen)}
      {...drop}
      id={id}
      data-id={item.objid}
      draggable={chosen && desk.canWrite && desk.renaming !== item.objid}
      className={cx(
        columns[third],
        'group h-full border-b text-sm outline-none',
        look,
        active && 'shadow-[inset_0_0_0_2px_var(--accent)] not-group-focus-visible/list:shadow-none',
        over && 'shadow-[inset_0_0_0_2px_var(--accent)]',
        cut && 'opacity-50',
      )}
    >
      <span {...gridcell} className="grid place-items-center">
        <SelectBox item={item} chosen={chosen} />
      </span>
      <span {...gridcell} className="flex min-w-0 items-center gap-2.5">
        <Name item={item} third={third} />
      </span>
      <span {...gridcell} className={cx(cell, seenFrom[third].third)}>
        {third === 'location' ? <Location item={item} /> : item.modifiedby}
      </span>
      <span {...gridcell} className={cx(cell, seenFrom[third].size, 'text-right tabular-nums')}>
        {bytes(item.size)}
      </span>
      <span {...gridcell} className={cx(cell, timeLook)}>
        <Time at={item.trashedat ?? item.modifiedat} />
      </span>
      <span {...gridcell}>
        <ItemMenu
          item={item}
          className="pointer-fine:@xl/list:opacity-0 group-hover:opacity-100 data-[state=open]:opacity-100"
        />
      </span>
    </div>
  )
})

/** A finger that missed the box by a little would open the file. */
const forFingers = 'pointer-coarse:[&_input]:before:absolute pointer-coarse:[&_input]:before:-inset-3'

export function SelectBox({ item, chosen }: { item: Item; chosen: boolean }) {
  const desk = useDesk()
  return (
    <Checkbox
      tabIndex={-1}
      aria-label={`Select ${item.objname}`}
      checked={chosen}
      onChange={({ nativeEvent }) => {
        // With Shift the list chooses all up to here.
        const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey
        if (!isRange) desk.choose(choose(desk.selection, [], item.objid, { toggle: true }))
      }}
      className={cx(
        forFingers,
        'pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100',
        chosen && 'opacity-100!',
      )}
    />
  )
}

function Location({ item: { parentpath } }: { item: Item }) {
  return <span title={parentpath}>{parentpath === '/' ? 'Top folder' : parentpath}</span>
}

function Name({ item, third }: { item: Item; third: Third }) {
  const { store, renaming, canWrite } = useDesk()
  const picture = <ItemPicture {...{ store, item }} size="small" icon="size-5" className={pictureBox} />
  if (renaming === item.objid) {
    return (
      <>
        {picture}
        <RenameField item={item} />
      </>
    )
  }
  return (
    <span draggable={canWrite} className="flex min-w-0 items-center gap-2.5">
      {picture}
      <span className="grid min-w-0">
        <span dir="auto" className="truncate text-left" title={shownName(item.objname)}>
          {shownName(item.objname)}
        </span>
        <span className="flex min-w-0 text-muted text-xs @xl/list:hidden">
          <span className="truncate">{third === 'location' ? <Location item={item} /> : bytes(item.size)}</span>
          <span className="shrink-0 whitespace-pre">
            {' · '}
            <Time at={item.trashedat ?? item.modifiedat} />
          </span>
        </span>
      </span>
    </span>
  )
}
