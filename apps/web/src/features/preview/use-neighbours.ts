import { useEffect, useMemo, useState } from 'react'
import type { Around } from './around.ts'
import { neighboursOf, placeIn } from './neighbours.ts'

export interface Walk {
  /** '3 of 57'. */
  place: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** The next one is not read yet, and is waited for. */
  waiting: boolean
}

/** The way to the files before and after, over the pages of the list that are not read yet too. */
export function useNeighbours({ items, goesOn, reach, fileid, onGo }: Around, allowed: boolean): Walk {
  const around = useMemo(() => neighboursOf(items, fileid, goesOn), [items, fileid, goesOn])
  const { previous, next, index, unread } = around
  // Each page that arrives may ask for another: one can hold nothing but folders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list is what it waits for, not another way to read it.
  useEffect(() => {
    if (unread !== undefined) reach(unread)
  }, [unread, items])
  const [awaited, setAwaited] = useState<string>()
  useEffect(() => {
    if (awaited !== fileid || !next) return
    setAwaited(undefined)
    onGo(next)
  }, [awaited, fileid, next, onGo])
  const comes = index !== -1 && unread !== undefined
  const goOn = next ? () => onGo(next) : comes ? () => setAwaited(fileid) : undefined
  return {
    place: placeIn(around, goesOn),
    onPrevious: allowed && previous ? () => onGo(previous) : undefined,
    onNext: allowed ? goOn : undefined,
    waiting: awaited === fileid && !next && comes,
  }
}
