import { ConflictDialog } from '../../ui/ConflictDialog.tsx'
import { isFolder } from './items.ts'
import type { Question } from './use-conflicts.ts'

/** What work under way asks, if it asks something. Whoever closes it stops the whole. */
export function Conflicts({ question }: { question: Question | undefined }) {
  if (!question) return null
  const { item, canReplace, more, answer } = question
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
