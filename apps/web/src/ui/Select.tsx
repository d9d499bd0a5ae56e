import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

/** `value` must not be an empty string: that is how nothing chosen is told. */
type SelectOption = { value: string; label: ReactNode; disabled?: boolean }

type SelectProps = Omit<ComponentProps<typeof Radix.Trigger>, 'value' | 'defaultValue' | 'children' | 'asChild'> & {
  options: readonly SelectOption[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  placeholder?: string
  name?: string
}

const scroll = 'grid h-6 place-items-center text-faint'

export function Select({ options, value, defaultValue, onValueChange, placeholder, name, ...trigger }: SelectProps) {
  const { className, disabled, ...rest } = trigger
  return (
    <Radix.Root {...{ value, defaultValue, onValueChange, name, disabled }}>
      <Radix.Trigger
        {...rest}
        className={cx('control flex items-center gap-2 text-left data-placeholder:text-faint', className)}
      >
        <span className="min-w-0 flex-1 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          collisionPadding={8}
          className="floating pop z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-80"
        >
          <Radix.ScrollUpButton className={scroll}>
            <ChevronUp aria-hidden className="size-4" />
          </Radix.ScrollUpButton>
          <Radix.Viewport className="p-1">
            {options.map(option => (
              <Radix.Item key={option.value} value={option.value} disabled={option.disabled} className="menu-item pr-8">
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="absolute right-2">
                  <Check aria-hidden className="size-4 text-accent" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
          <Radix.ScrollDownButton className={scroll}>
            <ChevronDown aria-hidden className="size-4" />
          </Radix.ScrollDownButton>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
