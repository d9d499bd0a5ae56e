import { useSyncExternalStore } from 'react'
import type { Asked, Decision } from './batch.ts'
import type { Item } from './items.ts'
import type { AskConflict } from './moving.ts'

export interface Question extends Asked<Item> {
  answer: (decision: Decision | undefined) => void
}

/** What work under way asks, one after the other. It outlives the list it began in: whoever has walked on is asked there. */
let questions: readonly Question[] = []
const listeners = new Set<() => void>()

function set(next: readonly Question[]): void {
  questions = next
  for (const listener of listeners) listener()
}

export const askConflict: AskConflict = asked =>
  new Promise(resolve => {
    const question: Question = {
      ...asked,
      answer: decision => {
        set(questions.filter(one => one !== question))
        resolve(decision)
      },
    }
    set([...questions, question])
  })

/** Nobody is there any more who could answer. */
export function stopAsking(): void {
  for (const { answer } of questions) answer(undefined)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useQuestion = () => useSyncExternalStore(subscribe, () => questions[0])
