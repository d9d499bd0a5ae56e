import { Check, ChevronRight } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { MenuLine, type MenuLineProps, menuContent, menuDanger, menuLabel, menuSeparator } from './MenuLine.tsx'

type DropdownMenuProps = ComponentProps<typeof Radix.Root> & {
  trigger: ReactElement
  align?: ComponentProps<typeof Radix.Content>['align']
  side?: ComponentProps<typeof Radix.Content>['side']
  className?: string
  /** It has closed, and the focus is about to go back to the trigger, unless that is prevented. */
  onCloseAutoFocus?: (event: Event) => void
}

/** The part of the page that a menu belongs to: outside of them all, a screen reader that walks by parts never meets it. */
const partOf = (trigger: Element | null) =>
  trigger?.closest<HTMLElement>('[role=dialog], [role=alertdialog]') ?? document.querySelector('main')

export function DropdownMenu(props: DropdownMenuProps) {
  const { trigger, align = 'end', side, className, onCloseAutoFocus, children, ...root } = props
  const button = useRef<HTMLButtonElement>(null)
  const [part, setPart] = useState<HTMLElement | null>(null)
  const change = (open: boolean) => {
    if (open) setPart(partOf(button.current))
    root.onOpenChange?.(open)
  }
  return (
    <Radix.Root modal={false} {...root} onOpenChange={change}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={part}>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
          className={cx(menuContent, className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type MenuItemProps = ComponentProps<typeof Radix.Item> & MenuLineProps

/** With `asChild` the child (a link) brings its own icon. */
export function MenuItem({ icon, shortcut, danger, className, children, ...props }: MenuItemProps) {
  return (
    <Radix.Item {...props} className={cx('menu-item', danger && menuDanger, className)}>
      {props.asChild ? children : <MenuLine {...{ icon, shortcut }}>{children}</MenuLine>}
    </Radix.Item>
  )
}

export function MenuCheckboxItem({ children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem {...props} className="menu-item pr-8">
      <MenuLine>{children}</MenuLine>
      <MenuMark />
    </Radix.CheckboxItem>
  )
}

export const MenuRadioGroup = Radix.RadioGroup

export function MenuRadioItem({ icon, children, ...props }: ComponentProps<typeof Radix.RadioItem> & MenuLineProps) {
  return (
    <Radix.RadioItem {...props} className="menu-item pr-8">
      <MenuLine icon={icon}>{children}</MenuLine>
      <MenuMark />
    </Radix.RadioItem>
  )
}

function MenuMark() {
  return (
    <Radix.ItemIndicator className="absolute right-2">
      <Check aria-hidden className="size-4 text-accent" />
    </Radix.ItemIndicator>
  )
}

export function MenuSub({ label, icon, children }: { label: ReactNode; icon?: ReactNode; children: ReactNode }) {
  return (
    <Radix.Sub>
      <Radix.SubTrigger className="menu-item">
        <MenuLine icon={icon}>{label}</MenuLine>
        <ChevronRight aria-hidden />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent sideOffset={6} collisionPadding={8} className={menuContent}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className={menuLabel}>{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className={menuSeparator} />
}
