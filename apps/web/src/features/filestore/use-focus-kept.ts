import { useEffect, useLayoutEffect } from 'react'

/** Where the keyboard was last, if that was in the page's main part. It outlives the list, which is made anew for each folder. */
let last: Element | null = null

/** The page's main part, while it has the keyboard for want of a list: an empty folder has none, until something comes into it. */
let standIn: Element | null = null

/**
 * A button that goes with what it did, a field for a new name, a step of the way that was gone to: with each of them the keyboard
 * would be nowhere. The list takes it then, or the page's main part where there is no list.
 */
export function useFocusKept(loading: boolean): void {
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element && target.closest('main') ? target : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    const { activeElement, body } = document
    const isNowhere = last && !last.isConnected && activeElement === body
    if (loading || !(isNowhere || (standIn && activeElement === standIn))) return
    last = null
    const main = document.querySelector('main')
    const list = main?.querySelector<HTMLElement>('[role=grid]')
    if (list) list.focus({ preventScroll: true })
    else if (activeElement !== main) main?.focus({ preventScroll: true })
    standIn = list ? null : main
  })
}
