import { Check, ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import { Command, CommandFooter, CommandGroup, CommandItem } from './Command.tsx'
import { cx } from './cx.ts'
import { Popover } from './Popover.tsx'

type ComboboxOption = { value: string; label: string; icon?: ReactNode; keywords?: string[]; note?: ReactNode }

type ComboboxProps = {
  /** What is being chosen: names the button and the list. */
  label: string
  options: readonly ComboboxOption[]
  value?: string
  onValueChange: (value: string) => void
  placeholder?: string
  searchPlaceholder?: string
  emptyText: string
  /** Last lines that do something else, such as creating what was not found. */
  actions?: readonly { label: string; icon?: ReactNode; onSelect: () => void }[]
  /** A button of one's own instead of the field-like one. */
  trigger?: ReactElement
  search?: string
  onSearchChange?: (search: string) => void
  filter?: boolean
} & Pick<ComponentProps<'button'>, 'id' | 'disabled' | 'aria-describedby' | 'aria-invalid' | 'className'>

export function Combobox({ label, options, value, onValueChange, actions = [], trigger, ...props }: ComboboxProps) {
  const { placeholder, searchPlaceholder, emptyText, search, onSearchChange, filter, className, ...button } = props
  const [open, setOpen] = useState(false)
  const chosen = options.find(option => option.value === value)
  const pick = (act: () => void) => () => {
    setOpen(false)
    act()
  }
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
      <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-faint')}>{chosen?.label ?? placeholder}</span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
    </button>
  )
  return (
    <Popover
      {...{ label, open }}
      onOpenChange={setOpen}
      trigger={trigger ?? field}
      className="w-64 min-w-(--radix-popover-trigger-width)"
    >
      <Command {...{ label, emptyText, search, onSearchChange, filter, value }} placeholder={searchPlaceholder}>
        <div>
          <CommandGroup value="options">
            {options.map(option => (
              <CommandItem
                key={option.value}
                value={option.value}
                keywords={[option.label, ...(option.keywords ?? [])]}
                onSelect={pick(() => onValueChange(option.value))}
              >
                {option.icon}
                <span className="min-w-0 flex-1 truncate">{option.label}</span>
                {option.note && <span className="shrink-0 text-xs text-faint">{option.note}</span>}
                <Check aria-label="selected" className={cx('text-accent', option.value !== value && 'invisible')} />
              </CommandItem>
            ))}
          </CommandGroup>
        </div>
        {actions.length > 0 && (
          <CommandFooter>
            {actions.map(action => (
              <CommandItem key={action.label} forceMount onSelect={pick(action.onSelect)}>
                {action.icon}
                {action.label}
              </CommandItem>
            ))}
          </CommandFooter>
        )}
      </Command>
    </Popover>
  )
}
