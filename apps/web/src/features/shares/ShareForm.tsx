import { fieldErrors } from '@plinth/contract/errors'
import type { FsObject } from '@plinth/contract/file-fields'
import { createShare } from '@plinth/contract/shares'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { answerFile, type Store } from '../../lib/file-client.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Input } from '../../ui/Input.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Select } from '../../ui/Select.tsx'
import { sharesQuery } from './queries.ts'

const day = 24 * 3_600_000
const lifetimes = [
  { value: 'never', label: 'Never' },
  { value: '1', label: 'In 1 day' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
]
const kinds = [
  { value: 'download', label: 'Look and download' },
  { value: 'upload', label: 'Add files only' },
] as const

type ShareFormProps = {
  store: Store
  object: Pick<FsObject, 'objid' | 'objtype'>
  onMade: (address: string) => void
}

export function ShareForm({ store, object: { objid: objectid, objtype }, onMade }: ShareFormProps) {
  const [kind, setKind] = useState<'download' | 'upload'>('download')
  const [lifetime, setLifetime] = useState('7')
  const [password, setPassword] = useState('')
  const [limit, setLimit] = useState('')
  const [limitWrong, setLimitWrong] = useState(false)
  const most = useRef<HTMLInputElement>(null)
  const secret = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: () =>
      answerFile(store, createShare, {
        ...{ objectid, kind },
        expiresat: lifetime === 'never' ? null : Date.now() + Number(lifetime) * day,
        password: password || null,
        downloadlimit: kind === 'download' && limit.trim() ? Number(limit) : null,
      }),
    onSuccess: async ({ path }) => {
      await client.invalidateQueries({ queryKey: sharesQuery(store, objectid).queryKey })
      onMade(location.origin + path)
    },
    onError: error => {
      const wrong = fieldErrors(error)
      const first = wrong.downloadlimit ? most : wrong.password ? secret : undefined
      first?.current?.focus()
    },
  })
  const wrong = create.error ? fieldErrors(create.error) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // What is no number must not become a link without a limit.
    const isWrong = kind === 'download' && limit.trim() !== '' && !Number.isInteger(Number(limit))
    setLimitWrong(isWrong)
    if (isWrong) most.current?.focus()
    else create.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4">
        {objtype === 1 ? (
          <div>
            <Segments label="What the link is for" options={kinds} value={kind} onValueChange={setKind} />
          </div>
        ) : null}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Ends" error={wrong.expiresat}>
            <Select options={lifetimes} value={lifetime} onValueChange={setLifetime} />
          </Field>
          {kind === 'download' ? (
            <Field label="Most downloads" optional error={limitWrong ? 'Enter a whole number.' : wrong.downloadlimit}>
              <Input
                ref={most}
                value={limit}
                inputMode="numeric"
                autoComplete="off"
                onChange={event => setLimit(event.target.value)}
              />
            </Field>
          ) : null}
        </div>
        <Field label="Password" optional error={wrong.password}>
          <PasswordInput
            ref={secret}
            value={password}
            autoComplete="new-password"
            onChange={event => setPassword(event.target.value)}
          />
        </Field>
        <FormError message={create.error && Object.keys(wrong).length === 0 ? create.error.msg : undefined} />
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={create.isPending}>
          Create link
        </Button>
      </DialogFooter>
    </form>
  )
}
