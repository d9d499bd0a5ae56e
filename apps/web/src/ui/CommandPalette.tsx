import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { Command } from './Command.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type CommandPaletteProps = ComponentProps<typeof Command> & {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Fill it with `CommandGroup` and `CommandItem` of Command.tsx. */
export function CommandPalette({ open, onOpenChange, label, ...command }: CommandPaletteProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="floating pop fixed inset-x-0 top-[12vh] z-40 mx-auto w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-xl"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <Command label={label} {...command} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
