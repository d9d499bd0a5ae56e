import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Tab = { value: string; label: ReactNode; content: ReactNode; disabled?: boolean }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
}

const look =
  '-mb-px h-9 shrink-0 rounded-t-sm whitespace-nowrap border-b-2 border-transparent px-1 text-sm font-medium text-muted -outline-offset-2 ' +
  'transition-colors hover:text-text disabled:text-faint data-[state=active]:border-accent data-[state=active]:text-text'

export function Tabs({ label, tabs, value, defaultValue = tabs[0]?.value, onValueChange }: TabsProps) {
  return (
    <Radix.Root {...(value === undefined ? { defaultValue } : { value })} onValueChange={onValueChange}>
      <div className="overflow-x-auto overflow-y-hidden border-b">
        <Radix.List aria-label={label} className="flex gap-4">
          {tabs.map(tab => (
            <Radix.Trigger key={tab.value} value={tab.value} disabled={tab.disabled} className={look}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {tabs.map(tab => (
        <Radix.Content key={tab.value} value={tab.value} className="rounded-md pt-5 outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
