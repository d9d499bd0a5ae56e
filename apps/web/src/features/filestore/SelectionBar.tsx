import { Download, X } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useDesk } from './desk.ts'
import { useEntries } from './ItemMenu.tsx'
import { counted, isFolder } from './items.ts'
import { nothingChosen } from './selection.ts'

/** In place of the buttons for adding while something is chosen. */
export function SelectionBar() {
  const { chosen, choose, place } = useDesk()
  const entries = useEntries(chosen).filter(({ bar }) => bar)
  const why = chosen.some(isFolder) ? 'Choose a file to download it.' : 'Choose one file to download it.'
  const noDownload = place.kind !== 'trash' && !entries.some(({ label }) => label === 'Download')
  return (
    <div
      role="toolbar"
      aria-label="What is selected"
      className="flex min-h-8 min-w-0 items-center gap-1 rounded-lg bg-accent-soft px-1 max-sm:flex-1"
    >
      <IconButton size="sm" label="Clear the selection" onClick={() => choose(nothingChosen)}>
        <X aria-hidden />
      </IconButton>
      <span aria-live="polite" className="min-w-0 flex-1 truncate font-medium text-sm lg:mr-2">
        {counted(chosen)} selected
      </span>
      {noDownload ? (
        <Tooltip content={why}>
          <Button size="sm" variant="ghost" aria-disabled aria-label="Download" className="max-lg:px-2">
            <Download aria-hidden />
            <span className="max-lg:hidden">Download</span>
          </Button>
        </Tooltip>
      ) : null}
      {entries.map(({ label, icon, run }) => (
        <Button
          key={label}
          size="sm"
          variant="ghost"
          aria-label={label}
          title={label}
          onClick={run}
          className="text-text max-lg:px-2"
        >
          {icon}
          <span className="max-lg:hidden">{label}</span>
        </Button>
      ))}
    </div>
  )
}
