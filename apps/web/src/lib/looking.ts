import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The step before this one is the list from which the file was opened. */
    overList?: boolean
  }
}

/** The address holds the file that is looked at. However many one walks through, one step back leads to the list. */
export function useLooking() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const overList = useRouterState({ select: ({ location }) => location.state.overList === true })
  const go = useCallback(
    (open: string | undefined, replace: boolean, over: boolean) =>
      void navigate({
        ...{ to: '.', search: now => ({ ...now, open }), state: { overList: over } },
        ...{ replace, resetScroll: false },
      }),
    [navigate],
  )
  return {
    begin: useCallback((fileid: string) => go(fileid, false, true), [go]),
    goOn: useCallback((fileid: string) => go(fileid, true, overList), [go, overList]),
    end: useCallback(() => (overList ? history.back() : go(undefined, true, false)), [go, overList, history]),
  }
}
