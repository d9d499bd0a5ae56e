import { commandKey } from '../../lib/shortcuts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

const shortcuts = [
  { keys: [commandKey, 'K'], does: 'Search or jump to' },
  { keys: ['?'], does: 'This list' },
  { keys: ['Alt', 'T'], does: 'Go to the messages at the bottom right' },
  { keys: ['Esc'], does: 'Close what is open' },
]

export function ShortcutList({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog title="Keyboard shortcuts" size="sm" open={open} onOpenChange={onOpenChange}>
      <dl className="grid gap-2">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt className="text-sm">{does}</dt>
            <dd className="flex gap-1">
              {keys.map(key => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
