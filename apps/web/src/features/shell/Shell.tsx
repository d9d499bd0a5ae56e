import type { ReactNode } from 'react'

type ShellProps = { header: ReactNode; sidebar?: ReactNode; children: ReactNode }

/** The frame of every signed-in page. */
export function Shell({ header, sidebar, children }: ShellProps) {
  return (
    <>
      <button
        type="button"
        onClick={() => document.getElementById('main')?.focus()}
        className="floating fixed top-2 left-2 z-50 px-3 py-1.5 text-sm not-focus-visible:sr-only"
      >
        Skip to content
      </button>
      <header className="sticky top-0 z-30 flex h-13 items-center gap-1 border-b bg-surface px-3 sm:gap-2 sm:px-4">
        {header}
      </header>
      <div className="flex">
        {sidebar}
        <main
          id="main"
          tabIndex={-1}
          className="min-h-[calc(100dvh-52px)] min-w-0 flex-1 px-4 py-5 outline-none md:px-6"
        >
          {children}
        </main>
      </div>
    </>
  )
}
