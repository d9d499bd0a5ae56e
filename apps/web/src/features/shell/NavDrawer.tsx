import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { type NavEntry, NavList } from './NavList.tsx'

/** The sidebar of screens under 768 px. */
export function NavDrawer({ label, entries }: { label: string; entries: readonly NavEntry[] }) {
  const [open, setOpen] = useState(false)
  return (
    <Drawer
      title={label}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Open menu" className="md:hidden">
          <Menu aria-hidden />
        </Button>
      }
    >
      <nav aria-label={label} className="mt-3 flex flex-1 flex-col">
        <NavList entries={entries} onFollow={() => setOpen(false)} />
      </nav>
    </Drawer>
  )
}
