import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { ScrollArea } from '../../ui/ScrollArea.tsx'

export function Notifications({ children }: { children: ReactNode }) {
  return (
    <Popover
      label="Notifications"
      align="end"
      className="w-[400px]"
      trigger={
        <Button variant="ghost" size="icon" aria-label="Notifications">
          <Bell aria-hidden />
        </Button>
      }
    >
      <h2 className="border-b px-4 py-2.5 font-semibold text-sm">Notifications</h2>
      <ScrollArea label="All notifications" className="h-[400px] max-h-[60dvh]">
        {children}
      </ScrollArea>
    </Popover>
  )
}
