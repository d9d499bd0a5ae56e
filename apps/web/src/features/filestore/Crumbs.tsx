import { Link } from '@tanstack/react-router'
import { Ellipsis, Folder, HardDrive } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { cx } from '../../ui/cx.ts'
import { DropdownMenu, MenuItem } from '../../ui/DropdownMenu.tsx'
import { useDesk } from './desk.ts'
import { canDrop, useDropTarget, useSpring } from './dragging.ts'
import { join } from './items.ts'
import type { Target } from './moving.ts'
import { filestoreRoute, paramsOf, useWays } from './paths.ts'
import type { Way } from './queries.ts'

/** More steps than this have their middle folded away, so that they stay on one line. */
const mostSteps = 4

/** The way down to the folder. Each step but the last can be gone to, and dropped on. */
export function Crumbs({ fsname, steps }: { fsname: string; steps: Way['steps'] }) {
  const targets: Target[] = []
  for (const { objid, objname } of steps) {
    const above = targets.at(-1)
    targets.push({ objid, path: above ? join(above.path, objname) : '/', name: above ? objname : fsname })
  }
  const folded = targets.length > mostSteps ? targets.slice(1, -2) : []
  const shown = targets.filter(target => !folded.includes(target))
  const crumbs = shown.map((target, index) => (
    <Crumb key={target.objid} target={target} top={index === 0} last={index === shown.length - 1} />
  ))
  return (
    <Breadcrumbs label="Folder" oneLine>
      {crumbs[0]}
      {folded.length > 0 ? <Folded targets={folded} /> : null}
      {crumbs.slice(1)}
    </Breadcrumbs>
  )
}

/** Something held above it opens it, so that these can be dropped on as well; held elsewhere for a while it closes it. */
function Folded({ targets }: { targets: readonly Target[] }) {
  const desk = useDesk()
  const [open, setOpen] = useState(false)
  const [over, setOver] = useState(false)
  const [away, setAway] = useState(false)
  useSpring(over, () => setOpen(true))
  useSpring(open && away, () => setOpen(false))
  useEffect(() => {
    if (!open) return
    const move = ({ target }: Event) =>
      setAway(target instanceof Element && !target.closest('[role=menu], [data-folded]'))
    const end = () => setOpen(false)
    document.addEventListener('dragover', move)
    document.addEventListener('dragend', end)
    return () => {
      document.removeEventListener('dragover', move)
      document.removeEventListener('dragend', end)
      setAway(false)
    }
  }, [open])
  return (
    <DropdownMenu
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          data-folded
          aria-label="Folders between"
          onDragOver={event => setOver(targets.some(target => canDrop(event, desk, target)))}
          onDragLeave={() => setOver(false)}
          className="rounded-sm p-1 align-middle hover:text-text pointer-coarse:-my-2 pointer-coarse:px-2.5 pointer-coarse:py-3"
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      {targets.map(target => (
        <FoldedCrumb key={target.objid} target={target} onDropped={() => setOpen(false)} />
      ))}
    </DropdownMenu>
  )
}

function FoldedCrumb({ target, onDropped }: { target: Target; onDropped: () => void }) {
  const desk = useDesk()
  const { toFolder } = useWays(desk.store)
  const { over, handlers } = useDropTarget(desk, target)
  return (
    <MenuItem
      {...handlers}
      onDrop={event => {
        handlers.onDrop(event)
        onDropped()
      }}
      icon={<Folder />}
      onSelect={() => toFolder(target.objid)}
      className={cx(over && 'bg-accent-soft ring-2 ring-accent ring-inset')}
    >
      {target.name}
    </MenuItem>
  )
}

function Crumb({ target, top, last }: { target: Target; top: boolean; last: boolean }) {
  const desk = useDesk()
  const { over, handlers } = useDropTarget(desk, last ? undefined : target)
  const name = (
    <>
      {top ? <HardDrive aria-hidden className="mr-1.5 inline size-4 align-text-bottom" /> : null}
      {target.name}
    </>
  )
  if (last) {
    return (
      <span aria-current="page" title={target.name}>
        {name}
      </span>
    )
  }
  return (
    <Link
      {...handlers}
      to={filestoreRoute}
      params={paramsOf(desk.store, top ? undefined : target.objid)}
      search={{}}
      activeOptions={{ exact: true, includeSearch: true }}
      title={target.name}
      className={cx('py-1 pointer-coarse:py-3', over && 'bg-accent-soft text-accent ring-2 ring-accent ring-inset')}
    >
      {name}
    </Link>
  )
}
