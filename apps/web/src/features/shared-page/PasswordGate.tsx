import { unlockShare } from '@plinth/contract/shares'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { answer } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'

export function PasswordGate({ token, onPass }: { token: string; onPass: (pass: string) => void }) {
  const [password, setPassword] = useState('')
  const [empty, setEmpty] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const unlock = useMutation({
    mutationFn: () => answer(unlockShare, { token, password }),
    onSuccess: ({ pass }) => onPass(pass),
    onError: () => field.current?.focus(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(password === '')
    if (password) unlock.mutate()
    else field.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate className="mx-auto grid w-full max-w-sm gap-4 rounded-lg border bg-surface p-5">
      <div className="grid gap-1">
        <h1 className="font-semibold text-lg">This link has a password</h1>
        <p className="text-muted text-sm">Whoever sent you the link can tell you.</p>
      </div>
      <Field label="Password" error={empty ? 'Password cannot be empty' : unlock.error?.msg}>
        <PasswordInput
          ref={field}
          value={password}
          autoComplete="off"
          onChange={event => {
            setEmpty(false)
            unlock.reset()
            setPassword(event.target.value)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" pending={unlock.isPending}>
        Open
      </Button>
    </form>
  )
}
