import { FolderPlus, FolderUp, Info, LayoutGrid, List, Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDesk } from './desk.ts'
import { FilterMenu } from './FilterMenu.tsx'
import type { Sorting } from './HeaderRow.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SortMenu } from './SortMenu.tsx'

type ToolbarProps = {
  /** Where one is: the breadcrumbs, or a heading. It stays while something is chosen, so that it can be dropped on. */
  children: ReactNode
  view: 'list' | 'grid'
  onView: (view: 'list' | 'grid') => void
  sorting: Sorting
  details: boolean
  onDetails: (shown: boolean) => void
}

export function Toolbar({ children, view, onView, sorting, details, onDetails }: ToolbarProps) {
  const { canWrite, level, place, items, chosen, show } = useDesk()
  const other = view === 'list' ? 'grid' : 'list'
  // Where there is little room, a way has a line of its own, and a heading makes room for the selection.
  const inFolder = place.kind === 'folder'
  const heading = inFolder ? '@max-xl/bar:basis-full' : chosen.length > 0 ? '@max-xl/bar:hidden' : undefined
  return (
    // One line, whatever is chosen: a list that moved down at the first click would miss the second.
    <div className="@container/bar">
      <div className="flex min-h-9 items-center gap-2 @max-xl/bar:flex-wrap">
        <div className={cx('min-h-5 min-w-0 flex-1 pointer-coarse:py-1', heading)}>{children}</div>
        <div
          className={cx(
            'flex h-9 min-w-0 items-center gap-1 pointer-coarse:gap-2 @xl/bar:max-w-[75%]',
            heading && '@max-xl/bar:w-full',
          )}
        >
          {chosen.length > 0 ? <SelectionBar /> : null}
          {chosen.length === 0 && canWrite && inFolder ? <Adding folderid={place.objid} /> : null}
          {chosen.length === 0 && level === 'admin' && place.kind === 'trash' && items.length > 0 ? (
            <Button onClick={() => show({ is: 'empty' })} className="reach-2">
              <Trash2 aria-hidden />
              Empty trash
            </Button>
          ) : null}
          {/* Where there is little room the selection needs the whole line. */}
          <div
            className={cx('flex items-center gap-1 pointer-coarse:gap-2', chosen.length > 0 && '@max-2xl/bar:hidden')}
          >
            {inFolder || place.kind === 'search' ? <FilterMenu /> : null}
            {inFolder ? (
              <span className={view === 'list' ? '@4xl/bar:hidden' : undefined}>
                <SortMenu {...sorting} />
              </span>
            ) : null}
            <IconButton label={`Show as ${other}`} onClick={() => onView(other)} className="reach-2">
              {view === 'list' ? <LayoutGrid aria-hidden /> : <List aria-hidden />}
            </IconButton>
            <span className="@max-2xl/bar:hidden">
              <IconButton
                label={details ? 'Hide details' : 'Show details'}
                aria-pressed={details}
                onClick={() => onDetails(!details)}
                className="reach-2"
              >
                <Info aria-hidden className={details ? 'text-accent' : undefined} />
              </IconButton>
            </span>
          </div>
        </div>
      </div>
    </div>
  )
}

/** Which folder it is may not be known yet: until then nothing can be brought there. */
function Adding({ folderid }: { folderid: string }) {
  const { show, upload } = useDesk()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  // React does not know this property.
  useEffect(() => {
    if (folder.current) folder.current.webkitdirectory = Boolean(folderid)
  }, [folderid])
  const take = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    upload([...(input.files ?? [])], folderid)
    // The same file can be chosen again.
    input.value = ''
  }
  return (
    <>
      {/* What stood here before may have been clicked twice. */}
      <Button pending={false} disabled={!folderid} onClick={() => show({ is: 'new-folder' })} className="reach-2">
        <FolderPlus aria-hidden />
        <span className="@max-2xl/bar:sr-only">New folder</span>
      </Button>
      <Button
        pending={false}
        variant="primary"
        disabled={!folderid}
        onClick={() => files.current?.click()}
        className="reach-2"
      >
        <Upload aria-hidden />
        Upload
      </Button>
      <IconButton
        label="Upload a folder"
        pending={false}
        disabled={!folderid}
        onClick={() => folder.current?.click()}
        className="reach-2"
      >
        <FolderUp aria-hidden />
      </IconButton>
      {folderid ? (
        <>
          <input ref={files} type="file" multiple hidden aria-label="Files to upload" onChange={take} />
          <input ref={folder} type="file" hidden aria-label="Folder to upload" onChange={take} />
        </>
      ) : null}
    </>
  )
}
