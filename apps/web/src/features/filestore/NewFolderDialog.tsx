import { createDir } from '@plinth/contract/dirs'
import { dirname } from '@plinth/contract/file-fields'
import { type FormEvent, useState } from 'react'
import { askFile, type Store } from '../../lib/file-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshFolders } from './changes.ts'

type Made = { objid: string; objname: string }

type NewFolderDialogProps = {
  store: Store
  parent: { objid: string; path: string }
  onMade: (folder: Made) => void
  onClose: () => void
}

export function NewFolderDialog({ onClose, ...form }: NewFolderDialogProps) {
  return (
    <Dialog title="New folder" size="sm" open onOpenChange={onClose}>
      <NewFolderForm {...form} onClose={onClose} />
    </Dialog>
  )
}

function NewFolderForm({ store, parent, onMade, onClose }: NewFolderDialogProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const field = event.currentTarget.querySelector('input')
    const checked = dirname.safeParse(name.trim())
    if (!checked.success) {
      field?.focus()
      return setProblem(checked.error.issues[0]?.message)
    }
    setPending(true)
    const [made, error] = await askFile(store, createDir, { parentdirpath: parent.path, dirname: checked.data })
    setPending(false)
    refreshFolders(store, [parent.objid])
    if (error) {
      field?.focus()
      return setProblem(error.msg)
    }
    toast.success('Folder created successfully!')
    onMade(made.fsobject)
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Name" error={problem}>
        <Input
          value={name}
          autoComplete="off"
          onChange={event => {
            setProblem(undefined)
            setName(event.target.value)
          }}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={pending}>
          Create folder
        </Button>
      </DialogFooter>
    </form>
  )
}
