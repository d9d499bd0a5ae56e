import { useState } from 'react'
import { useCursorPages } from '../lib/cursor-pages.ts'
import { useDebounced } from '../lib/debounced.ts'
import { PAGE_SIZE } from './constants.ts'

interface Options {
  /** What to look for at first. */
  find?: string
  /** Another order is another list. */
  sort?: string
}

export type PagedSearch = ReturnType<typeof usePagedSearch>

/** What is typed above a list that the server searches and pages, what to ask it for, and the way through its pages. */
export function usePagedSearch(delayMs: number, { find = '', sort = '' }: Options = {}) {
  const [typed, setTyped] = useState(find)
  const [limit, setLimit] = useState(PAGE_SIZE)
  const search = useDebounced(typed.trim(), delayMs)
  const { page, cursor, next, previous } = useCursorPages(`${search}|${sort}|${limit}`)
  return {
    typed,
    onType: setTyped,
    search,
    asked: { limit, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) },
    /** With where the page that came says that the next one begins. */
    paginationTo: (following: string | null | undefined) => ({
      page,
      hasNext: Boolean(following),
      onPrevious: previous,
      onNext: () => following && next(following),
      size: limit,
      onSizeChange: setLimit,
    }),
  }
}
