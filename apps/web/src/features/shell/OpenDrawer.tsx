import { Drawer } from '../../ui/Drawer.tsx'
import { type NavEntry, NavList } from './NavList.tsx'
import { type OpenProject, StoreButton } from './StoreButton.tsx'

export type OpenDrawerProps = {
  label: string
  entries: readonly NavEntry[]
  project: OpenProject | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function OpenDrawer({ label, entries, project, open, onOpenChange }: OpenDrawerProps) {
  const close = () => onOpenChange(false)
  return (
    <Drawer title={label} open={open} onOpenChange={onOpenChange}>
      <nav aria-label={label} className="mt-3 flex flex-1 flex-col">
        <NavList entries={entries} onFollow={close} />
      </nav>
      {project ? <StoreButton project={project} onFollow={close} className="mt-3 sm:hidden" /> : null}
    </Drawer>
  )
}
