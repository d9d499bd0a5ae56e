import { useRef } from 'react'

// A dialog is often opened from a menu that closes with it. The menu's button is then where the user came from.
function focusOrigin(): Element | null {
  let origin: Element | null = document.activeElement
  for (let menu = origin?.closest('[role=menu]'); menu; menu = origin?.closest('[role=menu]')) {
    const opener = menu.getAttribute('aria-labelledby')
    origin = opener ? document.getElementById(opener) : null
  }
  return origin
}

/** Gives the focus back to where it was before a dialog opened, or to the page's main part when that is gone. */
export function useFocusReturn() {
  const origin = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      origin.current = focusOrigin()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = origin.current?.isConnected ? origin.current : document.querySelector('main')
      if (target instanceof HTMLElement) target.focus()
    },
  }
}
