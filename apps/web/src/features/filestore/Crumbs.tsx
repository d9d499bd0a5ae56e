import { Link } from '@tanstack/react-router'
import { HardDrive } from 'lucide-react'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { cx } from '../../ui/cx.ts'
import { useDesk } from './desk.ts'
import { useDropTarget } from './dragging.ts'
import { join } from './items.ts'
import type { Target } from './moving.ts'
import { filestoreRoute, paramsOf } from './paths.ts'
import type { Way } from './queries.ts'

/** The way down to the folder. Each step but the last can be gone to, and dropped on. */
export function Crumbs({ fsname, steps }: { fsname: string; steps: Way['steps'] }) {
  const targets: Target[] = []
  for (const { objid, objname } of steps) {
    const above = targets.at(-1)
    targets.push({ objid, path: above ? join(above.path, objname) : '/', name: above ? objname : fsname })
  }
  return (
    <Breadcrumbs label="Folder">
      {targets.map((target, index) => (
        <Crumb key={target.objid} target={target} top={index === 0} last={index === targets.length - 1} />
      ))}
    </Breadcrumbs>
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
  if (last) return <span aria-current="page">{name}</span>
  return (
    <Link
      {...handlers}
      to={filestoreRoute}
      params={paramsOf(desk.store, top ? undefined : target.objid)}
      search={{}}
      activeOptions={{ exact: true, includeSearch: true }}
      className={cx('py-1', over && 'bg-accent-soft text-accent ring-2 ring-accent')}
    >
      {name}
    </Link>
  )
}
