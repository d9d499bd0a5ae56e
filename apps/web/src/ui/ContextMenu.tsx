import { ContextMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { MenuLine, type MenuLineProps, menuContent, menuDanger, menuSeparator } from './MenuLine.tsx'

type ContextMenuProps = {
  /** What a screen reader calls the menu. */
  label: string
  menu: ReactNode
  children: ReactElement
  onOpenChange?: (open: boolean) => void
  /** It has closed, and the focus is about to go back to where it was. */
  onCloseAutoFocus?: () => void
}

/** Everything in it must be reachable by another way too: touch and keyboard users may never find it. */
export function ContextMenu({ label, menu, children, onOpenChange, onCloseAutoFocus }: ContextMenuProps) {
  return (
    <Radix.Root modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
          className={menuContent}
        >
          {menu}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ContextMenuItemProps = ComponentProps<typeof Radix.Item> & MenuLineProps

export function ContextMenuItem({ icon, shortcut, danger, className, children, ...props }: ContextMenuItemProps) {
  return (
    <Radix.Item {...props} className={cx('menu-item', danger && menuDanger, className)}>
      {props.asChild ? children : <MenuLine {...{ icon, shortcut }}>{children}</MenuLine>}
    </Radix.Item>
  )
}

export function ContextMenuSeparator() {
  return <Radix.Separator className={menuSeparator} />
}
