import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useOnline } from '../../lib/online.ts'

/**
 * Covers the page while the browser is offline. The page below stays mounted, so everything typed and opened is there
 * afterwards. A modal <dialog> lies above every other layer, keeps the keyboard in, and gives the focus back.
 */
export function OfflineScreen() {
  return useOnline() ? null : createPortal(<Cover />, document.body)
}

function Cover() {
  const dialog = useRef<HTMLDialogElement>(null)

  // In time for the dialog to be closed, which gives the focus back, before it is taken out of the page.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Not to its button: whoever is typing would press it with the next space, and load the page anew.
    shown?.focus()
    // Escape must not reach a dialog of the page below either.
    const keep = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', keep, true)
    return () => {
      window.removeEventListener('keydown', keep, true)
      shown?.close()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby="offline-title"
      onPointerDown={event => event.stopPropagation()}
      className="pointer-events-auto fixed inset-0 m-0 size-full max-h-none max-w-none place-items-center bg-canvas px-4 text-center text-text outline-none open:grid"
    >
      <div>
        <h1 id="offline-title" className="text-xl font-semibold">
          You’re offline
        </h1>
        <p className="mt-2 mb-6 text-muted">Please connect to the internet and try again.</p>
        <button
          type="button"
          className="inline-flex h-8 items-center rounded-md bg-accent px-3 text-sm font-medium text-on-accent hover:bg-accent-hover"
          onClick={() => window.location.reload()}
        >
          Retry
        </button>
      </div>
    </dialog>
  )
}
