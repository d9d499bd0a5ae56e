import { Link } from '@tanstack/react-router'
import { Ellipsis, Folder, HardDrive } from 'lucide-react'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { cx } from '../../ui/cx.ts'
import { DropdownMenu, MenuItem } from '../../ui/DropdownMenu.tsx'
import { useDesk } from './desk.ts'
import { useDropTarget } from './dragging.ts'
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

function Folded({ targets }: { targets: readonly Target[] }) {
  const { store } = useDesk()
  const { toFolder } = useWays(store)
  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          aria-label="Folders between"
          className="rounded-sm p-1 align-middle hover:text-text pointer-coarse:-my-2 pointer-coarse:px-2.5 pointer-coarse:py-3"
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      {targets.map(({ objid, name }) => (
        <MenuItem key={objid} icon={<Folder />} onSelect={() => toFolder(objid)}>
          {name}
        </MenuItem>
      ))}
    </DropdownMenu>
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
