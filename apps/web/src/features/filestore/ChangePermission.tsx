import { type FilestoreAccess, setFilestoreAccess } from '@plinth/contract/filestores'
import { type FileLevel, fileLevels } from '@plinth/contract/permissions'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { refreshFilestores } from '../../lib/filestores.ts'
import { answer } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { toast } from '../../ui/toast.ts'

type ChangePermissionProps = { store: Store; person: FilestoreAccess; onClose: () => void }

export function ChangePermission({ store, person, onClose }: ChangePermissionProps) {
  return (
    <Dialog title="Change Permission" description={`What ${person.name} may do here.`} open onOpenChange={onClose}>
      <PermissionForm {...{ store, person, onClose }} />
    </Dialog>
  )
}

const byRole = { level: 'role', info: 'What their role in the project gives.' } as const

function PermissionForm({ store, person, onClose }: ChangePermissionProps) {
  const id = useId()
  const [chosen, setChosen] = useState<FileLevel | 'role'>(person.isdefault ? 'role' : person.level)
  const save = useMutation({
    mutationFn: (level: FileLevel | null) => answer(setFilestoreAccess, { ...store, userid: person.userid, level }),
    onSuccess: async ({ level }) => {
      await refreshFilestores(store)
      toast.success(`${person.name} is ${level} here now.`)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(chosen === 'role' ? null : chosen)
  }
  return (
    <form onSubmit={submit}>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-medium text-sm">Level</legend>
        <div className="divide-y rounded-lg border">
          {[byRole, ...fileLevels].map(({ level, info }) => (
            <label key={level} className="flex items-start gap-2.5 px-3 py-2.5 text-sm">
              <input
                type="radio"
                name={id}
                value={level}
                checked={chosen === level}
                onChange={() => setChosen(level)}
                className="mt-0.5 size-4 shrink-0"
              />
              <span className="grid">
                <span className="font-medium">{level === 'role' ? 'By role' : level}</span>
                <span className="text-muted text-xs">{info}</span>
              </span>
            </label>
          ))}
        </div>
        <FormError message={save.error?.msg} />
      </fieldset>
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
