import { useEffect, useState } from 'react'
import { useStepState } from './step-state.ts'

interface At {
  list: string
  /** Of the pages up to this one, the first left out. */
  cursors: readonly string[]
}

/**
 * Which page of a list is shown that the server hands out by cursor. The cursors of earlier pages are kept for the way back.
 * `list` names the list: another search or order is another list, and starts at its first page.
 */
export const useCursorPages = (list: string) => pagesOf(list, ...useState<At>({ list, cursors: [] }))

/** The same, for a list whose lines lead to other pages: Back leads to the page of it that one left. */
export const useCursorPagesOfStep = (name: string, list: string) =>
  pagesOf(list, ...useStepState<At>(name, { list, cursors: [] }))

function pagesOf(list: string, at: At, setAt: (at: At) => void) {
  const cursors = at.list === list ? at.cursors : []
  return {
    page: cursors.length,
    cursor: cursors.at(-1),
    next: (cursor: string) => setAt({ list, cursors: [...cursors, cursor] }),
    previous: () => setAt({ list, cursors: cursors.slice(0, -1) }),
  }
}

/** Whoever takes the last one off the last page must not be left on an empty one. */
export function useLeaveEmptied(emptied: boolean, previous: () => void): void {
  useEffect(() => {
    if (emptied) previous()
  }, [emptied, previous])
}
