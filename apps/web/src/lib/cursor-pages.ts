import { useEffect, useState } from 'react'

/**
 * Which page of a list is shown that the server hands out by cursor. The cursors of earlier pages are kept for the way back.
 * `list` names the list: another search or order is another list, and starts at its first page.
 */
export function useCursorPages(list: string) {
  const [at, setAt] = useState({ list, cursors: [] as string[] })
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
