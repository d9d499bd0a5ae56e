import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { take, useTaken } from './clipboard.ts'
import { useDesk } from './desk.ts'
import { named } from './items.ts'

/** For fingers, which have neither the keys nor the free ground of a full list. An empty one offers to paste by itself. */
export function Taken() {
  const { canWrite, place, store, slots, run } = useDesk()
  const taken = useTaken(store.fsid)
  if (!taken || !canWrite || place.kind !== 'folder' || slots.length === 0) return null
  return (
    <div className="pointer-fine:hidden">
      <Notice
        action={
          <span className="flex gap-2">
            <Button onClick={() => take(undefined)} className="reach-2">
              Cancel
            </Button>
            <Button variant="primary" onClick={() => run('paste')} className="reach-2">
              Paste
            </Button>
          </span>
        }
      >
        {named(taken.items)} {taken.mode === 'cut' ? 'cut.' : 'copied.'}
      </Notice>
    </div>
  )
}
