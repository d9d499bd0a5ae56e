/** A title comes in pieces: the page's at once, the names around it when the server has said them. */
const settledMs = 500

let timer: ReturnType<typeof setTimeout> | undefined
let region: HTMLElement | undefined
let moved = false

/** From now on titles are read out. That of the page that opens first the browser reads itself. */
export function announceTitles(): void {
  moved = true
}

/** Where a link led, for those who do not see it. */
export function announceSoon(text: string): void {
  // What is read out is what changes in a region that is there already.
  region ??= made()
  const live = region
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (moved && live.textContent !== text) live.textContent = text
  }, settledMs)
}

/**
 * In a closed shadow, so that nobody finds the words twice: neither who searches in the page nor a script. Behind an open dialog
 * it is hidden like the page: the dialog tells its own name.
 */
function made(): HTMLElement {
  const host = document.createElement('div')
  const live = document.createElement('div')
  live.ariaLive = 'polite'
  live.ariaAtomic = 'true'
  live.style.cssText = 'position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'
  host.attachShadow({ mode: 'closed' }).append(live)
  document.body.append(host)
  return live
}
