import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cx } from './cx.ts'
import { Input } from './Input.tsx'

export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span className="relative block">
      <Input
        autoComplete="current-password"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={cx('pr-9', className)}
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        disabled={props.disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-faint -outline-offset-4 hover:text-text"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </span>
  )
}
