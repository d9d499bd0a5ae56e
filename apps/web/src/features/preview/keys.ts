/** Whether the arrow keys mean something where the focus is: a caret, a place in a film, a part that scrolls sideways. */
export const takesArrows = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, audio, video, [contenteditable=true], [data-keys=arrows], [role=group]') !==
    null

const lineHeight = 40

/** How far a key scrolls what is so high, if it does. */
function distance({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, height: number): number | undefined {
  const page = Math.max(height - lineHeight, lineHeight)
  if (key === ' ') return shiftKey ? -page : page
  if (shiftKey) return undefined
  const by: Record<string, number> = {
    ...{ ArrowDown: lineHeight, ArrowUp: -lineHeight, PageDown: page, PageUp: -page },
    ...{ Home: -Number.MAX_SAFE_INTEGER, End: Number.MAX_SAFE_INTEGER },
  }
  return by[key]
}

/** The viewer itself has the keyboard: what it shows scrolls all the same, as if it had. Answers whether it did. */
export function scrollContent(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>, viewer: Element): boolean {
  const content = viewer.querySelector('.cm-scroller, [data-content]')
  const top = content ? distance(event, content.clientHeight) : undefined
  if (top === undefined) return false
  content?.scrollBy({ top })
  return true
}

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
