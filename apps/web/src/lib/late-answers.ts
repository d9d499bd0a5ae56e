import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * An answer, or a refusal, that was on its way when something changed may tell of the time before. Where react-query has an older
 * one to show meanwhile it breaks off and asks again; a first answer, or one that nobody looks at yet, it takes for new. That one
 * is doubted.
 */
export function doubtLateAnswers(client: QueryClient): void {
  const doubted = new WeakSet<Query>()
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const asksAgain = query.state.data !== undefined && query.isActive()
    if (action.type === 'invalidate' && query.state.fetchStatus === 'fetching' && !asksAgain) doubted.add(query)
    const isAnswer = action.type === 'success' || action.type === 'error'
    if (!isAnswer || !doubted.delete(query)) return
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
}
