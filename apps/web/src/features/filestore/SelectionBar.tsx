import { X } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDesk } from './desk.ts'
import { useEntries } from './ItemMenu.tsx'
import { counted } from './items.ts'
import { nothingChosen } from './selection.ts'

/** In place of the buttons for adding while something is chosen. */
export function SelectionBar() {
  const { chosen, choose } = useDesk()
  const entries = useEntries(chosen).filter(({ bar }) => bar)
  return (
    <div
      role="toolbar"
      aria-label="What is selected"
      className="flex min-h-8 min-w-0 items-center gap-1 rounded-lg bg-accent-soft px-1 @max-xl/bar:flex-1"
    >
      <IconButton size="sm" label="Clear the selection" onClick={() => choose(nothingChosen)} className="reach-1">
        <X aria-hidden />
      </IconButton>
      <span aria-live="polite" className="min-w-0 flex-1 truncate font-medium text-sm">
        {counted(chosen)} selected
      </span>
      {entries.map(({ label, icon, run }) => (
        <Button
          key={label}
          size="sm"
          variant="ghost"
          // The second half of a double click, too, is done with the first.
          pending={false}
          aria-label={label}
          title={label}
          onClick={run}
          className="reach-1 text-text @max-5xl/bar:px-2"
        >
          {icon}
          <span className="@max-5xl/bar:hidden">{label}</span>
        </Button>
      ))}
    </div>
  )
}
