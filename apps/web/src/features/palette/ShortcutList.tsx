import { commandKey } from '../../lib/shortcuts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

const shortcuts = [
  { keys: [commandKey, 'K'], does: 'Search or jump to' },
  { keys: ['?'], does: 'This list' },
  { keys: ['Alt', 'T'], does: 'Go to the messages at the bottom right' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['Enter'], does: 'Open a file or folder' },
  { keys: ['Backspace'], does: 'Go to the folder above' },
  { keys: ['Space'], does: 'Choose a file, or leave it out' },
  { keys: ['F2'], does: 'Rename a file or folder' },
  { keys: ['Delete'], does: 'Move files to the trash' },
  { keys: [commandKey, 'X'], does: 'Take files along, to paste them elsewhere' },
  { keys: [commandKey, 'C'], does: 'Copy files' },
  { keys: [commandKey, 'V'], does: 'Paste files here' },
  { keys: [commandKey, 'A'], does: 'Choose all files' },
  { keys: ['←', '→'], does: 'Go to the file before or after the one that is open' },
  { keys: [commandKey, 'S'], does: 'Save the text that is being edited' },
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
