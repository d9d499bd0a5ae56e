import { useState } from 'react'
import type { Asked, Decision } from './batch.ts'
import type { Item } from './items.ts'
import type { AskConflict } from './moving.ts'

export interface Question extends Asked<Item> {
  answer: (decision: Decision | undefined) => void
}

/** A question that work under way asks, and the dialog answers. */
export function useConflicts() {
  const [question, setQuestion] = useState<Question>()
  const ask: AskConflict = asked =>
    new Promise(resolve => {
      const answer = (decision: Decision | undefined) => {
        setQuestion(undefined)
        resolve(decision)
      }
      setQuestion({ ...asked, answer })
    })
  return { question, ask }
}
