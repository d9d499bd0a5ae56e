/** Selects the text where it stands beside the button, to be copied by hand. Answers whether it stands there. */
export function selectBeside(text: string, button: Element): boolean {
  let around = button.parentElement
  for (let level = 0; around && level < near; level++, around = around.parentElement) {
    const shown = [...around.querySelectorAll('*')].find(element => bare(wordsOf(element)) === bare(text))
    if (!shown) continue
    if (shown instanceof HTMLInputElement) {
      shown.focus()
      shown.select()
    } else getSelection()?.selectAllChildren(shown)
    return true
  }
  return false
}

/** So far up from the button it is still its own text. */
const near = 3
const wordsOf = (element: Element) => (element instanceof HTMLInputElement ? element.value : element.textContent)
/** Lines of their own have no line break between them. */
const bare = (text: string) => text.replaceAll(/\s/g, '')

/** Answers whether it worked. `host` is where the helper field may stand, so that an open dialog keeps the focus inside. */
export async function copyText(text: string, host: Element): Promise<boolean> {
  // The clipboard is closed to pages that came without TLS, and a team may run Plinth that way inside its own network.
  if (!navigator.clipboard) return copyByField(text, host)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByField(text, host)
  }
}

function copyByField(text: string, host: Element): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  host.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
