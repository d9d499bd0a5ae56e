import { useRef, useState } from 'react'
import { shortName } from '../../lib/names.ts'
import { toast } from '../../ui/toast.ts'
import { saveCopy, saveVersion } from './saving.ts'
import { bytesOf, type Text } from './text.ts'
import type { Editable } from './use-editing.ts'

/** Why it could not be saved: somebody was faster, or has removed the file. */
export type Conflict = 'changed' | 'gone'

interface Given {
  /** The version that the text was made of. */
  versionno: number
  /** The text at this moment, and whether it is still that one later on. */
  snapshot: () => { text: Text; isStill: () => boolean }
  /** The server has all of the text: until then the draft is the only one. */
  onSafe: () => void
  /** It was typed on meanwhile: what is not saved belongs to that version. */
  onTypedOn: (versionno: number) => void
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'

export function useSaving(edit: Editable, { versionno, snapshot, onSafe, onTypedOn }: Given) {
  const { store, info } = edit
  const [base, setBase] = useState(versionno)
  const [pending, setPending] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const busy = useRef(false)

  const once = async (work: () => Promise<unknown>) => {
    if (busy.current) return
    busy.current = true
    setPending(true)
    await work()
    busy.current = false
    setPending(false)
  }
  const put = async (expected: number) => {
    const { text, isStill } = snapshot()
    const [saved, error] = await saveVersion(store, info.objid, expected, bytesOf(text))
    if (error?.errcode === 'VERSION_CHANGED' || error?.errcode === 'NOT_FOUND') {
      await edit.refresh()
      return setConflict(error.errcode === 'NOT_FOUND' ? 'gone' : 'changed')
    }
    if (error) return toast.error(`${shortName(info.objname)} could not be saved.`, { description: error.msg })
    setConflict(undefined)
    setBase(saved.versionno)
    const typedOn = !isStill()
    edit.changed(typedOn)
    if (typedOn) onTypedOn(saved.versionno)
    else onSafe()
    edit.saved({ versionno: saved.versionno, size: saved.fsobject.size }, text)
    toast.success(`Saved as version ${saved.versionno}.`)
  }
  const overwrite = async () => {
    const now = await edit.refresh()
    if (now?.versionno) await put(now.versionno)
  }
  const copy = async () => {
    const saveIn = (folder: string) => saveCopy(store, folder, info.objname, bytesOf(snapshot().text))
    const beside = await saveIn(folderOf(info.path))
    // Its folder may have gone with it.
    const isHomeless = beside[1]?.errcode === 'NOT_FOUND'
    const [made, error] = isHomeless ? await saveIn('/') : beside
    if (error) return toast.error('The copy could not be saved.', { description: error.msg })
    toast.success(`Saved as ${shortName(made.fsobject.objname)}${isHomeless ? ' in the top folder' : ''}.`)
    onSafe()
    edit.discard()
    edit.onGo(made.fsobject.objid)
  }
  return {
    ...{ base, pending, conflict },
    save: () => void once(() => put(base)),
    onOverwrite: () => void once(overwrite),
    onCopy: () => void once(copy),
    onDiscard: () => {
      setConflict(undefined)
      edit.discard()
    },
    onClose: () => setConflict(undefined),
  }
}
