import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> & {
  /** Stands beside the switch. Without it, name the switch with `aria-label` or a Field. */
  label?: ReactNode
  onCheckedChange?: (checked: boolean) => void
}

const track =
  'relative inline-block h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-control transition-colors ' +
  'checked:bg-accent disabled:cursor-default disabled:opacity-50'
const thumb =
  'before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface ' +
  'before:transition-transform checked:before:translate-x-4'

export function Switch({ label, onCheckedChange, onChange, className, ...props }: SwitchProps) {
  const id = useId()
  return (
    <span className={cx('inline-flex items-center gap-2.5 text-sm', className)}>
      <input
        id={id}
        {...props}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native box tells its own state; aria-checked could only contradict it.
        role="switch"
        onChange={event => {
          onChange?.(event)
          onCheckedChange?.(event.target.checked)
        }}
        className={cx(track, thumb)}
      />
      {label && <label htmlFor={props.id ?? id}>{label}</label>}
    </span>
  )
}
