import type { CallError } from '@plinth/contract/errors'
import { useCallback, useEffect, useState } from 'react'
import { session } from '../../lib/storage.ts'

/** Answers what went wrong, or null. */
export type Follow = () => Promise<CallError | null>

const running = new Map<string, Promise<CallError | null>>()
const doneKey = (link: string) => `link-done:${link}`

/**
 * A link of a mail works once, but a page is drawn more than once and reloaded by hand: those who come while the link is being
 * followed share one request, and a success stays a success in this tab.
 */
function followOnce(link: string, follow: Follow): Promise<CallError | null> {
  if (session.getItem(doneKey(link))) return Promise.resolve(null)
  const underway = running.get(link)
  if (underway) return underway
  const started = follow().then(error => {
    running.delete(link)
    if (!error) session.setItem(doneKey(link), '1')
    return error
  })
  running.set(link, started)
  return started
}

/** Follows the link when the screen opens. `error` is undefined until the outcome is known, and null after a success. */
export function useFollowLink(
  link: string,
  follow: Follow,
): { error: CallError | null | undefined; again: () => void } {
  const [error, setError] = useState<CallError | null>()
  const run = useCallback(() => {
    let left = false
    void followOnce(link, follow).then(outcome => {
      if (!left) setError(outcome)
    })
    return () => {
      left = true
    }
  }, [link, follow])
  useEffect(run, [run])

  const again = () => {
    setError(undefined)
    run()
  }
  return { error, again }
}

/** Whether the same request may well succeed in a moment. */
export const mayPass = ({ errcode }: CallError) => ['CLIENT_ERROR', 'SERVER_ERROR', 'UNAVAILABLE'].includes(errcode)

export const incompleteLink = 'The link is not complete. Copy all of it from the mail, or ask for a new one.'
