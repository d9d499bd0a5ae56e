import { ClipboardPaste } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { take, useTaken } from './clipboard.ts'
import { useDesk } from './desk.ts'
import { named } from './items.ts'

/** For fingers, which have neither the keys nor the free ground of a full list. An empty one offers to paste by itself. */
export function Taken() {
  const { canWrite, place, store, slots, run } = useDesk()
  const taken = useTaken(store.fsid)
  if (!taken || !canWrite || place.kind !== 'folder' || slots.length === 0) return null
  return (
    <div className="flex items-center gap-2 rounded-lg bg-accent-soft py-2 pr-2 pl-3 text-sm pointer-fine:hidden">
      <ClipboardPaste aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 truncate">
        {taken.mode === 'cut' ? 'Cut' : 'Copied'}: {named(taken.items)}
      </p>
      <Button onClick={() => take(undefined)} className="reach-2">
        Cancel
      </Button>
      <Button variant="primary" onClick={() => run('paste')} className="reach-2">
        Paste
      </Button>
    </div>
  )
}
