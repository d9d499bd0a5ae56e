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
