import type { CallError } from '@plinth/contract/errors'
import { useRef, useState } from 'react'
import { type Source, useAddress } from './queries.ts'
import { readStart } from './reading.ts'

/** How soon a second failure is no accident. */
const soonMs = 60_000

/**
 * An address that an element of the browser's shows the bytes of. Why it could not, the element does not tell. The line may have
 * broken off, or the address, which serves for 15 minutes, have run out: so it is tried once more by itself. What fails then as
 * well is asked of the address, and only bytes that do arrive are damaged ones.
 */
export function useShown(source: Source) {
  const { data: address, error, dataUpdatedAt: at, refetch, isFetching } = useAddress(source)
  /** The one of which the element has said that it failed, and once it is known, why. */
  const [failed, setFailed] = useState<{ at: number; why?: CallError | 'damaged' }>()
  const tried = useRef(0)
  const { why } = failed?.at === at ? failed : {}
  const onError = async () => {
    setFailed({ at })
    if (Date.now() - tried.current > soonMs) {
      tried.current = Date.now()
      return void refetch()
    }
    setFailed({ at, why: await troubleAt(address ?? '') })
  }
  return {
    /** None while it is waited for. */
    address: failed?.at === at ? undefined : address,
    /** Another one with each try: an element that has failed does not begin anew by itself. */
    at,
    error: error ?? (why === 'damaged' ? undefined : why),
    damaged: why === 'damaged',
    onError: () => void onError(),
    retry: () => void refetch(),
    retrying: isFetching,
  }
}

const troubleAt = (address: string) =>
  readStart(address, Number.POSITIVE_INFINITY, 1, new AbortController().signal).then(
    () => 'damaged' as const,
    (error: CallError) => error,
  )
