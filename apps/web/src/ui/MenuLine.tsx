import type { ReactNode } from 'react'

export type MenuLineProps = { icon?: ReactNode; shortcut?: string; danger?: boolean }

/** What stands on one line of a dropdown or context menu. */
export function MenuLine({ icon, shortcut, children }: Omit<MenuLineProps, 'danger'> & { children: ReactNode }) {
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <span className="pl-4 text-xs text-faint pointer-coarse:hidden">{shortcut}</span>}
    </>
  )
}

export const menuContent =
  'floating pop z-50 max-h-(--radix-popper-available-height) min-w-44 max-w-80 overflow-y-auto p-1'
export const menuLabel = 'px-2 pt-1.5 pb-1 text-2xs font-semibold text-faint'
export const menuSeparator = '-mx-1 my-1 h-px bg-border'
export const menuDanger = 'text-danger [&>svg]:text-danger'
