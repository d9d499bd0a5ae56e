import { Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  success?: ReactNode
  optional?: boolean
  hideLabel?: boolean
  className?: string
  children: ReactElement | ((control: FieldControl) => ReactNode)
}

/** Wires label, hint and error to one control: an element that takes `id` and aria attributes, or a function that gets them. */
export function Field({ label, hint, error, success, optional, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const messageId = `${id}-message`
  const message = error || success || hint
  const control: FieldControl = {
    id,
    'aria-describedby': message ? messageId : undefined,
    'aria-invalid': error ? true : undefined,
  }
  const tone = error ? 'text-danger' : success ? 'text-success' : 'text-muted'
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'justify-self-start text-sm font-medium'}>
        {label}
        {optional && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      {typeof children === 'function' ? children(control) : <Slot.Root {...control}>{children}</Slot.Root>}
      <div id={messageId} aria-live="polite" className={cx('wrap-anywhere text-xs empty:hidden', tone)}>
        {message}
      </div>
    </div>
  )
}
