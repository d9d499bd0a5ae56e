import { may } from '@plinth/contract/permissions'
import { type RefObject, useEffect, useMemo } from 'react'
import { getCredentials } from '../../lib/credentials.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Around } from './around.ts'
import { Content } from './Content.tsx'
import { NoLongerHere } from './NotShown.tsx'
import { sourceOf } from './queries.ts'
import { type Info, newestOf, useEditing } from './use-editing.ts'
import { useNews } from './use-news.ts'

/** Does what is given, unless the person would rather stay with what they have changed. */
export type Leave = (then: () => void) => void

type StageProps = Pick<Around, 'store' | 'level' | 'onGo' | 'onClose'> & {
  info: Info
  gone: boolean
  refresh: () => Promise<Info | undefined>
  onDownload: () => void
  onEditing: (editing: boolean) => void
  leave: RefObject<Leave | null>
}

/** The file that is looked at, with what has happened to it meanwhile. */
export function Stage({ store, level, info, gone, refresh, leave, onGo, onClose, onDownload, onEditing }: StageProps) {
  const canWrite = may([level], 'file.write')
  const editing = useEditing({ store, info, gone, canWrite, refresh, onGo })
  const { edit, pinned, pin } = editing
  useNews(info)
  useEffect(() => {
    leave.current = editing.leave
    return () => {
      leave.current = null
    }
  }, [leave, editing.leave])
  useEffect(() => {
    onEditing(edit.on)
    return () => onEditing(false)
  }, [edit.on, onEditing])
  const { objid } = info
  const { versionno } = pinned
  const newer = (info.versionno ?? 0) > versionno && !edit.on
  const own = info.modifiedby === getCredentials()?.userid
  // Whoever has brought an earlier version back wants to see it.
  useEffect(() => {
    if (newer && own) pin(newestOf(info))
  }, [newer, own, pin, info])
  const source = useMemo(() => sourceOf(store, objid, versionno), [store, objid, versionno])
  if (gone && !edit.on) return <NoLongerHere onClose={onClose} />
  return (
    <>
      {newer && !own ? (
        <Notice
          banner
          role="status"
          action={<Button onClick={() => pin(newestOf(info))}>Show the newest version</Button>}
        >
          {info.modifiedby} has saved version {info.versionno} of this file.
        </Notice>
      ) : null}
      <Content
        file={{ ...editing.named, size: pinned.size }}
        {...{ source, onDownload }}
        // Who may no longer write still sees what they have written.
        edit={canWrite || edit.on ? edit : undefined}
      />
      <ConfirmDialog
        open={editing.asks}
        onOpenChange={() => editing.answer(false)}
        title="Discard your changes?"
        description="What you have changed since it was last saved will be gone."
        confirmLabel="Discard"
        onConfirm={() => editing.answer(true)}
      />
    </>
  )
}
