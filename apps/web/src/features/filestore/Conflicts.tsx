import { ConflictDialog } from '../../ui/ConflictDialog.tsx'
import { isFolder } from './items.ts'
import type { Question } from './use-conflicts.ts'

/** What work under way asks, if it asks something. Whoever closes it stops the whole. */
export function Conflicts({ question }: { question: Question | undefined }) {
  if (!question) return null
  const { item, canReplace, more, answer } = question
  const lost = isFolder(item) ? 'The folder there would go to the trash' : 'What is there would be replaced'
  return (
    <ConflictDialog
      name={item.objname}
      replacing={canReplace ? `${lost}, from where it can be brought back.` : undefined}
      more={more}
      onChoose={answer}
      onClose={() => answer(undefined)}
    />
  )
}
