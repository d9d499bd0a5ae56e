import { Search } from 'lucide-react'
import { commandKey } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

/** Opens the palette. A field to look at, a button to use. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <>
      <button
        type="button"
        onClick={onClick}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex h-8 w-60 items-center gap-2 rounded-md border bg-canvas px-2.5 text-faint text-sm hover:border-border-strong max-lg:hidden"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="flex-1 text-left">Search or jump to</span>
        <Kbd>{commandKey} K</Kbd>
      </button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Search or jump to"
        onClick={onClick}
        className="reach-1 lg:hidden"
      >
        <Search aria-hidden />
      </Button>
    </>
  )
}
