/** The browser fetches it itself: so it streams to disk, however large it is. */
export function fetchAt(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
