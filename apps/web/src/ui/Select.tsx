import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** `value` must not be an empty string: that is how nothing chosen is told. */
type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectProps = Omit<ComponentProps<'select'>, 'value' | 'defaultValue' | 'children' | 'multiple' | 'size'> & {
  options: readonly SelectOption[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  placeholder?: string
}

/** The browser's own: it works with every keyboard, phone and screen reader, and hides nothing of the page while open. */
export function Select({ options, value, onValueChange, onChange, placeholder, className, ...props }: SelectProps) {
  const { defaultValue = placeholder === undefined ? undefined : '', ...select } = props
  return (
    <span className={cx('relative block', className)}>
      <select
        {...select}
        {...(value === undefined ? { defaultValue } : { value })}
        onChange={event => {
          onChange?.(event)
          onValueChange?.(event.target.value)
        }}
        className="control block appearance-none truncate pr-8 has-[option[value='']:checked]:text-faint"
      >
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map(option => (
          <option key={option.value} value={option.value} disabled={option.disabled} className="bg-raised text-text">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  )
}
