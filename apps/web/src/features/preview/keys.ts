/** Whether the arrow keys mean something where the focus is: a caret, a place in a film, a part that scrolls sideways. */
export const takesArrows = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, audio, video, [contenteditable=true], [data-keys=arrows], [role=group]') !==
    null

/**
 * Whether Escape means something else there. In the editor the Tab key indents, so Escape is the way out of it: to its Save
 * button, from where it closes. A search in the text closes first.
 */
export function takesEscape(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('.cm-panel')) return true
  if (!target.closest('[contenteditable=true]')) return false
  document.querySelector<HTMLElement>('[data-save]')?.focus()
  return true
}
