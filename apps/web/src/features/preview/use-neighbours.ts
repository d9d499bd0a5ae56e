import { useEffect, useMemo, useRef, useState } from 'react'
import type { Walked } from './around.ts'
import { neighboursOf, placeIn } from './neighbours.ts'

export interface Walk {
  /** '3 of 57'. */
  place: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** The next one is not read yet, and is waited for. */
  waiting: boolean
  /** The file itself is not found yet, and more of the list is read for it. */
  looking: boolean
}

/** The way to the files before and after, over the pages of the list that are not read yet too. */
export function useNeighbours({ items, goesOn, reach, fileid, onGo }: Walked, allowed: boolean): Walk {
  /** Where the file was the last time: others may take it out of the list while one looks at it. */
  const last = useRef({ fileid, at: -1 })
  const around = useMemo(() => {
    const stood = last.current.fileid === fileid ? last.current.at : -1
    return neighboursOf(items, fileid, goesOn, stood)
  }, [items, fileid, goesOn])
  const { at, previous, next, unread } = around
  useEffect(() => {
    last.current = { fileid, at }
  }, [fileid, at])
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
  const comes = at !== -1 && unread !== undefined
  const goOn = next ? () => onGo(next) : comes ? () => setAwaited(fileid) : undefined
  return {
    place: placeIn(around, goesOn),
    onPrevious: allowed && previous ? () => onGo(previous) : undefined,
    onNext: allowed ? goOn : undefined,
    waiting: awaited === fileid && !next && comes,
    looking: at === -1 && unread !== undefined,
  }
}
