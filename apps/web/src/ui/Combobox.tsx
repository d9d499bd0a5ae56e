import { ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { ComboboxList, type ComboboxListProps } from './ComboboxList.tsx'
import { cx } from './cx.ts'
import { Popover } from './Popover.tsx'

type ComboboxProps = Omit<ComboboxListProps, 'onPicked' | 'autoFocus'> & {
  placeholder?: string
  /** A button of one's own instead of the field-like one. */
  trigger?: ReactElement
  /** For options that are long, or have a note beside them. */
  wide?: boolean
} & Pick<ComponentProps<'button'>, 'id' | 'disabled' | 'aria-describedby' | 'aria-invalid' | 'className'>

export function Combobox({ label, options, value, onValueChange, actions = [], trigger, ...props }: ComboboxProps) {
  const { placeholder, searchPlaceholder, emptyText, search, onSearchChange, filter, wide, className, ...button } =
    props
  const [open, setOpen] = useState(false)
  const chosen = options.find(option => option.value === value)
  const field = (
    <button
      type="button"
      role="combobox"
      aria-expanded={open}
      aria-label={label}
      {...button}
      className={cx('control flex items-center gap-2 text-left', className)}
    >
      {chosen?.icon}
      {/* What was chosen may not be among what is searched for now. */}
      <span className={cx('min-w-0 flex-1 truncate', !value && 'text-faint')}>
        {chosen?.label ?? (value || placeholder)}
      </span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
    </button>
  )
  return (
    <Popover
      {...{ label, open }}
      onOpenChange={setOpen}
      trigger={trigger ?? field}
      className={cx('min-w-(--radix-popover-trigger-width)', wide ? 'w-100' : 'w-64')}
    >
      <ComboboxList
        {...{
          label,
          options,
          value,
          actions,
          emptyText,
          search,
          onSearchChange,
          filter,
          searchPlaceholder,
          onValueChange,
        }}
        onPicked={() => setOpen(false)}
      />
    </Popover>
  )
}
