import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { getCredentials } from '../../lib/credentials.ts'
import { readDraft } from '../../lib/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Bar } from './Bar.tsx'
import { Code } from './Code.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { type Draft, endDraft, keepDraftSoon } from './draft.ts'
import type { Text } from './text.ts'
import type { Editable } from './use-editing.ts'
import { useSaving } from './use-saving.ts'

/** The text to be changed. It begins with what was not saved the last time, if there is such. */
export function Editor({ edit, read, plain }: { edit: Editable; read: Text; plain: boolean }) {
  const { draft, draftName, info } = edit
  // The name and the look stay what they were: others would begin the text anew.
  const [begun] = useState(() => {
    const kept = readDraft<Draft>(draftName)
    const text = { ...read, text: kept?.text ?? read.text }
    return { name: info.objname, plain, text, versionno: kept?.versionno ?? edit.versionno }
  })
  const view = useRef<EditorView>(null)
  const keeping = useRef<ReturnType<typeof keepDraftSoon>>(undefined)
  useEffect(() => {
    const kept = keepDraftSoon(draftName)
    keeping.current = kept
    return kept.stop
  }, [draftName])
  const saving = useSaving(edit, {
    versionno: begun.versionno,
    snapshot: () => {
      const state = view.current?.state
      return {
        text: { ...begun.text, text: state?.sliceDoc() ?? begun.text.text },
        isStill: () => state === undefined || view.current?.state.doc.eq(state.doc) === true,
      }
    },
    onSafe: () => endDraft(draftName),
    onTypedOn: versionno => {
      const state = view.current?.state
      if (state) keeping.current?.keep(() => ({ name: info.objname, text: state.sliceDoc(), versionno }))
    },
  })
  const onChange = ({ state }: EditorView) => {
    keeping.current?.keep(() => ({ name: info.objname, text: state.sliceDoc(), versionno: saving.base }))
    edit.changed(true)
  }
  const own = info.modifiedby === getCredentials()?.userid
  const overtaken = !saving.pending && !edit.gone && (info.versionno ?? 0) > saving.base
  return (
    <>
      <Bar>
        <span className="flex-1 text-muted text-sm" role="status">
          {edit.dirty ? 'Not saved yet' : 'All is saved'}
        </span>
        <Button onClick={edit.end}>{edit.dirty ? 'Cancel' : 'Done'}</Button>
        <Button data-save variant="primary" pending={saving.pending} onClick={saving.save}>
          Save
        </Button>
      </Bar>
      {draft && edit.dirty ? <Notice banner>You had changed this before, and not saved it yet.</Notice> : null}
      {overtaken ? (
        <Notice banner tone="warning" role="status">
          {own ? 'You' : info.modifiedby} saved version {info.versionno} meanwhile. Nothing is overwritten without
          asking you.
        </Notice>
      ) : null}
      {edit.canWrite ? null : (
        <Notice banner tone="warning" role="status">
          You can no longer change files here. Copy your text to keep it.
        </Notice>
      )}
      {edit.gone ? (
        <Notice banner tone="warning" role="alert">
          This file is no longer here. You can save your text as a copy.
        </Notice>
      ) : null}
      <Code
        {...{ view }}
        name={begun.name}
        plain={begun.plain}
        label={`Text of ${begun.name}`}
        text={begun.text}
        edit={{ onChange, onSave: saving.save }}
      />
      {saving.conflict ? <ConflictDialog {...{ info }} {...saving} conflict={saving.conflict} /> : null}
    </>
  )
}
