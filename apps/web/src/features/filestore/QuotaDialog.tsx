import { setFilestoreQuota } from '@plinth/contract/filestores'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bytes } from '../../lib/bytes.ts'
import type { Store } from '../../lib/file-client.ts'
import { refreshFilestores } from '../../lib/filestores.ts'
import { answer } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshFolders } from './changes.ts'
import { usageQuery } from './queries.ts'

const gigabyte = 1_000_000_000

type QuotaDialogProps = { store: Store; quota: number | null; onClose: () => void }

export function QuotaDialog({ store, quota, onClose }: QuotaDialogProps) {
  const { data: used } = useQuery(usageQuery(store))
  const description = used
    ? `${bytes(used.used)} are used now, the trash and earlier versions included.`
    : 'How much the filestore may hold, the trash and earlier versions included.'
  return (
    <Dialog title="Limit" description={description} size="sm" open onOpenChange={onClose}>
      <QuotaForm {...{ store, quota, onClose }} />
    </Dialog>
  )
}

function QuotaForm({ store, quota, onClose }: QuotaDialogProps) {
  const [text, setText] = useState(quota === null ? '' : String(quota / gigabyte))
  const [problem, setProblem] = useState<string>()
  const save = useMutation({
    mutationFn: (wanted: number | null) => answer(setFilestoreQuota, { ...store, quota: wanted }),
    onSuccess: async ({ quota: now }) => {
      await refreshFilestores(store)
      refreshFolders(store, [''])
      toast.success(now === null ? 'There is no limit now.' : `The limit is ${bytes(now)} now.`)
      onClose()
    },
    onError: error => setProblem(error.msg),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const number = Number(text.trim().replace(',', '.'))
    if (text.trim() && !(number >= 0)) {
      event.currentTarget.querySelector('input')?.focus()
      return setProblem('Enter a number of gigabytes, or nothing.')
    }
    save.mutate(text.trim() ? Math.round(number * gigabyte) : null)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Limit in GB" hint="Empty means that there is no limit." error={problem}>
        <Input
          value={text}
          inputMode="decimal"
          autoComplete="off"
          onChange={event => {
            setProblem(undefined)
            setText(event.target.value)
          }}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={save.isPending}>
          Save changes
        </Button>
      </DialogFooter>
    </form>
  )
}
