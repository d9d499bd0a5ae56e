import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** What `useInfiniteQuery` answers. */
type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: { msg: string } | null
  fetchNextPage: () => Promise<unknown>
}

/** Where a list goes on by hand. The button stays the same when that fails, and keeps the focus. */
export function ShowMore({ list, size }: { list: Pages; size?: 'sm' | 'md' }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError: failed, error, fetchNextPage } = list
  if (!hasNextPage) return null
  return (
    <div className="grid justify-items-start gap-2">
      {failed ? (
        <Notice tone="danger" role="alert">
          More could not be loaded. {error?.msg}
        </Notice>
      ) : null}
      <Button size={size} pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {failed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
