import { toast } from 'sonner'
import { UNDO_DURATION } from './constants.ts'

export { toast }

/** Says that something is done, and offers to take it back. */
export function toastWithUndo(text: string, undo: () => void): void {
  toast.success(text, { action: { label: 'Undo', onClick: undo }, duration: UNDO_DURATION })
}
