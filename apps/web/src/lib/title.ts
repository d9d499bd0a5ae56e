import { useLayoutEffect } from 'react'
import { announceSoon } from './announcing.ts'

/** What can name the thing that is open, from the nearest to the widest: the first one that is said is the one shown. */
const names = ['screen', 'file', 'folder', 'page'] as const

type Part = (typeof names)[number] | 'place'

const said = new Map<Part, string>()

/** For the router. Nothing is said of a page that has no title of its own. */
export function say(part: Part, text: string | undefined): void {
  if (text) said.set(part, text)
  else said.delete(part)
  write()
}

/** Stands in the browser's tab and is read out, for as long as the component does. */
export function useTitle(part: Part, text: string | undefined): void {
  useLayoutEffect(() => {
    if (!text) return
    say(part, text)
    return () => say(part, undefined)
  }, [part, text])
}

function write(): void {
  const name = names.map(part => said.get(part)).find(Boolean)
  const title = [name, said.get('place'), 'Plinth'].filter(Boolean).join(' · ')
  if (title === document.title) return
  document.title = title
  announceSoon(title)
}
