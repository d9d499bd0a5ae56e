/**
 * While a word is put together from several keys, Escape gives up that word, and must not close the dialog around it. Safari knows
 * such a key by its number alone.
 */
export function keepEscapeForWords(): void {
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && (event.isComposing || event.keyCode === 229)) event.stopPropagation()
  }
  window.addEventListener('keydown', keep, true)
}
