import { zodResolver } from '@hookform/resolvers/zod'
import { createFilestore, renameFilestore } from '@plinth/contract/filestores'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { refreshFilestores } from '../../lib/filestores.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'

type FilestoreNameDialogProps = {
  orgid: string
  projectid: string
  /** Without one, a new one is made. */
  filestore?: { fsid: string; fsname: string } | undefined
  onDone: (fsid: string) => void
  onClose: () => void
}

export function FilestoreNameDialog({ onClose, ...form }: FilestoreNameDialogProps) {
  const title = form.filestore ? 'Rename filestore' : 'Create a new filestore'
  const description = form.filestore
    ? 'Its id, its files and who may see them stay as they are.'
    : 'A place for folders and files. Who belongs to the project can reach it, each as their role allows.'
  return (
    <Dialog {...{ title, description }} size="sm" open onOpenChange={onClose}>
      <FilestoreNameForm {...form} onClose={onClose} />
    </Dialog>
  )
}

const schema = createFilestore.request.pick({ fsname: true })

function FilestoreNameForm({ orgid, projectid, filestore, onDone, onClose }: FilestoreNameDialogProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { fsname: filestore?.fsname ?? '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ fsname }) => {
    const [done, error] = filestore
      ? await ask(renameFilestore, { orgid, projectid, fsid: filestore.fsid, fsname })
      : await ask(createFilestore, { orgid, projectid, fsname })
    if (error) {
      const failed = filestore ? 'The filestore could not be renamed.' : 'The filestore could not be created.'
      if (!showRefusal(form, error, { FSNAME_TAKEN: 'fsname' })) toast.error(failed, { description: error.msg })
      return
    }
    await refreshFilestores({ orgid, projectid })
    toast.success(filestore ? 'Filestore renamed.' : 'Filestore created.')
    onClose()
    onDone(done.fsid)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Filestore Name" error={errors.fsname?.message}>
        <Input {...form.register('fsname')} autoComplete="off" />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {filestore ? 'Rename' : 'Create filestore'}
        </Button>
      </DialogFooter>
    </form>
  )
}
