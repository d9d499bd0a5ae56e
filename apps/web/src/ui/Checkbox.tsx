import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from './cx.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref' | 'size'> & {
  /** Stands beside the box. Without it, name the box with `aria-label`. */
  label?: ReactNode
  /** Some, but not all, of what the box stands for is chosen. */
  indeterminate?: boolean
  onCheckedChange?: (checked: boolean) => void
  ref?: (node: HTMLInputElement | null) => void
}

const box =
  'peer size-4 appearance-none rounded-sm border border-control bg-surface checked:border-accent checked:bg-accent ' +
  'indeterminate:border-accent indeterminate:bg-accent aria-invalid:border-danger disabled:opacity-50'
const mark = 'pointer-events-none absolute size-3 stroke-3 text-on-accent opacity-0'

/** A native box, so that `register` of react-hook-form and a plain form both work. */
export function Checkbox({
  label,
  indeterminate = false,
  onCheckedChange,
  onChange,
  className,
  ...props
}: CheckboxProps) {
  const { ref, ...input } = props
  const id = useId()
  const node = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (node.current) node.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <span className={cx('inline-flex items-center gap-2 text-sm', className)}>
      <span className="relative inline-grid size-4 shrink-0 place-items-center">
        <input
          id={id}
          {...input}
          type="checkbox"
          ref={element => {
            node.current = element
            ref?.(element)
          }}
          onChange={event => {
            onChange?.(event)
            onCheckedChange?.(event.target.checked)
          }}
          className={box}
        />
        <Check aria-hidden className={cx(mark, 'peer-checked:not-peer-indeterminate:opacity-100')} />
        <Minus aria-hidden className={cx(mark, 'peer-indeterminate:opacity-100')} />
      </span>
      {label && <label htmlFor={input.id ?? id}>{label}</label>}
    </span>
  )
}
