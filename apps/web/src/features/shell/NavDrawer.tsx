import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { OpenDrawerProps } from './OpenDrawer.tsx'

// Large screens never open it.
const OpenDrawer = lazy(() => import('./OpenDrawer.tsx').then(file => ({ default: file.OpenDrawer })))

/** The sidebar of screens under 768 px. */
export function NavDrawer(props: Omit<OpenDrawerProps, 'open' | 'onOpenChange'>) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open === true}
        onClick={() => setOpen(true)}
        className="reach-1 max-sm:-ml-1 md:hidden"
      >
        <Menu aria-hidden />
      </Button>
      {/* Once it has been opened it stays, so that it can be seen closing. */}
      <Suspense>{open === undefined ? null : <OpenDrawer {...props} open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
