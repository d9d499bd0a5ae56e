import { Bell } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'

/** `children` may arrive after the page. */
export function Notifications({ children }: { children: ReactNode }) {
  return (
    <Popover
      label="Notifications"
      align="end"
      className="w-[400px]"
      trigger={
        <Button variant="ghost" size="icon" aria-label="Notifications" className="reach-1">
          <Bell aria-hidden />
        </Button>
      }
    >
      <h2 className="border-b px-4 py-2.5 font-semibold text-sm">Notifications</h2>
      <Suspense fallback={<div className="h-[400px] max-h-[60dvh]" />}>{children}</Suspense>
    </Popover>
  )
}
