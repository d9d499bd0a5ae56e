import { useFocusReturn } from '../../ui/use-focus-return.ts'

/** The viewer itself has the keyboard, so that the arrows lead on at once, and gives it back to the list below. */
export function useViewerFocus(fileid: string) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn()
  return {
    onOpenAutoFocus: (event: Event) => {
      onOpenAutoFocus(event)
      event.preventDefault()
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus(event)
      // Whoever came by a link was nowhere before, and whoever has walked on was at another file.
      const grid = document.querySelector<HTMLElement>('main [role=grid]')
      if (grid) grid.focus({ preventScroll: true })
      else document.getElementById(fileid)?.focus()
    },
  }
}
