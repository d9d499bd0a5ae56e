import { ScrollArea as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { SCROLLBAR_HIDE_DELAY } from './constants.ts'
import { cx } from './cx.ts'

/** The class name gives the height. The label names it for those who scroll with the keyboard. */
export function ScrollArea({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <Radix.Root scrollHideDelay={SCROLLBAR_HIDE_DELAY} className={cx('overflow-hidden', className)}>
      <Radix.Viewport
        tabIndex={0}
        role="region"
        aria-label={label}
        className="size-full rounded-[inherit] -outline-offset-2 [&>div]:block!"
      >
        {children}
      </Radix.Viewport>
      <Radix.Scrollbar
        orientation="vertical"
        className="flex w-2.5 touch-none p-0.5 data-[state=hidden]:animate-fade-out data-[state=visible]:animate-fade-in"
      >
        <Radix.Thumb className="flex-1 rounded-full bg-border-strong hover:bg-control" />
      </Radix.Scrollbar>
    </Radix.Root>
  )
}
