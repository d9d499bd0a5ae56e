import { useState } from 'react'
import { local } from '../../lib/storage.ts'

export const projectsViews = [
  { value: 'cards', label: 'Cards' },
  { value: 'table', label: 'Table' },
] as const

export type ProjectsView = (typeof projectsViews)[number]['value']

const key = 'plinth-projects-view'

/** How the user likes to see projects, on this browser. */
export function useProjectsView() {
  const [view, setView] = useState<ProjectsView>(() => (local.getItem(key) === 'table' ? 'table' : 'cards'))
  const choose = (chosen: ProjectsView) => {
    local.setItem(key, chosen)
    setView(chosen)
  }
  return [view, choose] as const
}
