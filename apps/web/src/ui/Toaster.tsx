import { useEffect } from 'react'
import { Toaster as Sonner } from 'sonner'
import { TOAST_DURATION, TOAST_GAP, TOAST_SWIPE, TOAST_WIDTH, TOASTS_VISIBLE } from './constants.ts'

const tones = { success: 'success', error: 'danger', warning: 'warning', info: 'accent' }

const style: Record<string, string> = {
  '--width': `${TOAST_WIDTH}px`,
  '--border-radius': 'var(--radius-lg)',
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--border)',
  '--normal-text': 'var(--text)',
  '--toast-close-button-start': 'unset',
  '--toast-close-button-end': '0',
  '--toast-close-button-transform': 'translate(35%, -35%)',
  fontFamily: 'inherit',
  // A modal dialog switches the pointer off for the whole page; Undo must still work.
  pointerEvents: 'auto',
}
for (const [type, tone] of Object.entries(tones)) {
  style[`--${type}-bg`] = `var(--${tone}-soft)`
  style[`--${type}-border`] = `color-mix(in oklab, var(--${tone}) 30%, transparent)`
  style[`--${type}-text`] = `var(--${tone})`
}

// sonner lets go at 45 px and offers no setting; it reads the distance from the toast's own style when the pointer lifts.
function finishShortSwipe({ target }: PointerEvent) {
  const toast = target instanceof Element ? target.closest<HTMLElement>('[data-sonner-toast]') : null
  for (const name of ['--swipe-amount-x', '--swipe-amount-y']) {
    const moved = Number.parseFloat(toast?.style.getPropertyValue(name) ?? '')
    if (Math.abs(moved) >= TOAST_SWIPE) toast?.style.setProperty(name, `${moved * 3}px`)
  }
}

// A button goes with its toast, and the focus with it. Once the button lets go of it, sonner gives it back to where it was before.
function letGoOfFocus({ target }: MouseEvent) {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-sonner-toast] button') : null
  pressed?.blur()
}

// The upload panel has the same corner. It says how high it is, and toasts stand above it.
const abovePanel = (space: number) => `calc(${space}px + var(--upload-panel, 0px))`

export function Toaster() {
  useEffect(() => {
    document.addEventListener('pointerup', finishShortSwipe, true)
    document.addEventListener('click', letGoOfFocus, true)
    return () => {
      document.removeEventListener('pointerup', finishShortSwipe, true)
      document.removeEventListener('click', letGoOfFocus, true)
    }
  }, [])
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={TOASTS_VISIBLE}
      duration={TOAST_DURATION}
      gap={TOAST_GAP}
      offset={{ bottom: abovePanel(24), right: 24 }}
      mobileOffset={{ bottom: abovePanel(16), left: 16, right: 16 }}
      hotkey={['altKey', 'KeyT']}
      richColors
      closeButton
      toastOptions={{ classNames: { closeButton: 'size-6! after:absolute after:-inset-2' } }}
      style={style}
    />
  )
}
