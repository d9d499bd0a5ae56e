import { ConflictDialog } from '../../ui/ConflictDialog.tsx'
import type { Question } from './conflicts.ts'
import { isFolder } from './items.ts'

/** What work under way asks. Whoever closes it stops the whole. */
export function Conflicts({ question: { item, canReplace, more, answer } }: { question: Question }) {
  const lost = isFolder(item)
    ? 'the folder that is there goes to the trash.'
    : 'the file that is there can still be brought back.'
  return (
    <ConflictDialog
      name={item.objname}
      replacing={canReplace ? `If you replace it, ${lost}` : undefined}
      more={more}
      onChoose={answer}
      onClose={() => answer(undefined)}
    />
  )
}
