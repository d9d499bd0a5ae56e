import type { ResponseOf } from '@plinth/contract/call'
import type { fileInfo } from '@plinth/contract/files'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { getCredentials } from '../../lib/credentials.ts'
import { readDraft } from '../../lib/drafts.ts'
import { nsnameOf, type Store } from '../../lib/file-client.ts'
import { useAskBeforeUnload } from '../../lib/leaving.ts'
import { queryClient } from '../../lib/query.ts'
import { type Draft, endDraft } from './draft.ts'
import { sourceOf, textQuery } from './queries.ts'
import { type Named, type Showing, showingOf } from './showing.ts'
import type { Text } from './text.ts'

export type Info = ResponseOf<typeof fileInfo>

/** Which version is on the screen. It stays until somebody wants the newer one. */
export interface Pinned {
  versionno: number
  size: number
}

export const newestOf = ({ versionno, size }: Info): Pinned => ({ versionno: versionno ?? 1, size })

/** All that an editor needs to know of its file, and what it tells those around it. */
export interface Editable {
  store: Store
  info: Info
  /** The version that is on the screen. */
  versionno: number
  gone: boolean
  /** False once others have taken it away. */
  canWrite: boolean
  on: boolean
  dirty: boolean
  draftName: string
  draft: Draft | undefined
  begin: () => void
  /** Ends it. Where something was changed, one is asked first. */
  end: () => void
  changed: (dirty: boolean) => void
  saved: (now: Pinned, text: Text) => void
  /** Gives up what was changed, and shows what is there. */
  discard: () => void
  /** The file as it is at this moment. */
  refresh: () => Promise<Info | undefined>
  onGo: (fileid: string) => void
}

const byHistory = new Set(['BACK', 'FORWARD', 'GO'])

interface Given {
  store: Store
  info: Info
  gone: boolean
  canWrite: boolean
  refresh: () => Promise<Info | undefined>
  onGo: (fileid: string) => void
}

/** What is changed in a file, from the first letter until it is saved or given up. */
export function useEditing({ store, info, gone, canWrite, refresh, onGo }: Given) {
  const { objid: fileid } = info
  const draftName = `file:${nsnameOf(store)}:${fileid}`
  const [draft, setDraft] = useState(() => (canWrite ? readDraft<Draft>(draftName) : undefined))
  const [on, setOn] = useState(draft !== undefined)
  const [dirty, setDirty] = useState(draft !== undefined)
  /** As what it was opened to be changed: another name, which others give it, would show it in another way. */
  const [named, setNamed] = useState<Named>(info)
  const [pinned, pin] = useState(() => newestOf(info))
  /** What is to happen once one has agreed to lose what was changed. */
  const [asking, setAsking] = useState<{ then: () => void }>()
  // A reload finds the draft again; a closed tab does not.
  useAskBeforeUnload(dirty)
  // Whoever has to sign in again finds it, too.
  const way = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      dirty && getCredentials() !== undefined && (byHistory.has(action) || next.pathname !== current.pathname),
    enableBeforeUnload: false,
    withResolver: true,
  })

  const stop = useCallback(() => {
    endDraft(draftName)
    setDraft(undefined)
    setDirty(false)
    setOn(false)
  }, [draftName])
  const leave = useCallback(
    (then: () => void) => {
      if (dirty) return setAsking({ then })
      stop()
      then()
    },
    [dirty, stop],
  )
  const saved = (now: Pinned, text: Text) => {
    const query = textQuery(sourceOf(store, fileid, now.versionno), now.size, mostOf(showingOf(named)))
    queryClient.setQueryData(query.queryKey, { read: text })
    pin(now)
    void refresh()
  }
  const edit: Editable = {
    ...{ store, info, gone, canWrite, on, dirty, draftName, draft, refresh, onGo, saved },
    versionno: pinned.versionno,
    begin: () => {
      setNamed(info)
      setOn(true)
    },
    end: () => leave(() => undefined),
    changed: setDirty,
    discard: () => {
      stop()
      pin(newestOf(info))
    },
  }
  const answer = (agreed: boolean) => {
    setAsking(undefined)
    if (!agreed) return way.reset?.()
    stop()
    if (asking) asking.then()
    else way.proceed?.()
  }
  const asks = asking !== undefined || way.status === 'blocked'
  return { edit, named: on ? named : info, pinned, pin, leave, asks, answer }
}

/** Beyond it, the beginning is shown, and not edited. Of a table that may be more than of a text: each row has few letters. */
export const mostOf = (showing: Showing) => (showing === 'table' ? 5 : 2) * 1024 * 1024
