import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { activeLine } from './active-line.ts'
import { Command, CommandFooter, CommandGroup, CommandItem } from './Command.tsx'
import { cx } from './cx.ts'

type ComboboxOption = {
  value: string
  label: string
  icon?: ReactNode
  keywords?: string[]
  note?: ReactNode
  disabled?: boolean
}

export type ComboboxListProps = {
  /** What is being chosen: names the button and the list. */
  label: string
  options: readonly ComboboxOption[]
  value?: string
  onValueChange: (value: string) => void
  searchPlaceholder?: string
  emptyText: string
  /** Last lines that do something else, such as creating what was not found. */
  actions?: readonly { label: string; icon?: ReactNode; onSelect: () => void }[]
  search?: string
  onSearchChange?: (search: string) => void
  filter?: boolean
  /** For a list that arrives after the popover which holds it. */
  autoFocus?: boolean
  /** Called first, whatever was chosen. */
  onPicked: () => void
}

/** What a combobox opens. */
export function ComboboxList({ label, options, value, onValueChange, actions = [], ...props }: ComboboxListProps) {
  const { searchPlaceholder, emptyText, search, onSearchChange, filter, autoFocus, onPicked } = props
  const [active, setActive] = useState(value)
  // Lines that arrive already searched come and go without cmdk, which would leave the keyboard on none of them.
  const lines = [...options.filter(option => !option.disabled).map(option => option.value), ...actions.map(lineOf)]
  const keyboard = filter === false ? { value: activeLine(lines, active), onActiveChange: setActive } : { value }
  const pick = (act: () => void) => () => {
    onPicked()
    act()
  }
  return (
    <Command
      {...{ label, emptyText, search, onSearchChange, filter, autoFocus, ...keyboard }}
      placeholder={searchPlaceholder}
    >
      <div>
        <CommandGroup value="options">
          {options.map(option => (
            <CommandItem
              key={option.value}
              value={option.value}
              disabled={option.disabled}
              keywords={[option.label, ...(option.keywords ?? [])]}
              onSelect={pick(() => onValueChange(option.value))}
            >
              {option.icon}
              <span title={option.label} className="min-w-0 flex-1 truncate">
                {option.label}
              </span>
              {option.note && <span className="shrink-0 text-xs text-faint">{option.note}</span>}
              <Check aria-label="selected" className={cx('text-accent', option.value !== value && 'invisible')} />
            </CommandItem>
          ))}
        </CommandGroup>
      </div>
      {actions.length > 0 && (
        <CommandFooter>
          {actions.map(action => (
            <CommandItem key={action.label} value={lineOf(action)} forceMount onSelect={pick(action.onSelect)}>
              {action.icon}
              {action.label}
            </CommandItem>
          ))}
        </CommandFooter>
      )}
    </Command>
  )
}

const lineOf = ({ label }: { label: string }) => `do:${label}`
