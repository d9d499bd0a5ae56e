import { lazy, Suspense, useEffect } from 'react'
import { stopAsking, useQuestion } from './conflicts.ts'

const Conflicts = lazy(() => import('./Conflicts.tsx').then(file => ({ default: file.Conflicts })))

/** Stands once beside every signed-in page, so that a question is seen wherever one has walked meanwhile. */
export function ConflictLayer() {
  const question = useQuestion()
  useEffect(() => stopAsking, [])
  return <Suspense>{question ? <Conflicts key={question.item.objid} question={question} /> : null}</Suspense>
}
