import type { Project } from '@plinth/contract/projects'
import { lazy } from 'react'
import { Switcher } from '../../ui/Switcher.tsx'

const load = () => import('./ProjectSwitcherList.tsx')
const ProjectSwitcherList = lazy(() => load().then(file => ({ default: file.ProjectSwitcherList })))

type ProjectSwitcherProps = {
  orgid: string
  projectid: string
  /** Undefined until it is known. */
  project: Project | undefined
  /** Absent for those who may not. */
  onCreate: (() => void) | undefined
}

export function ProjectSwitcher({ orgid, projectid, project, onCreate }: ProjectSwitcherProps) {
  return (
    <Switcher
      label="Project"
      name={project?.projectname ?? projectid}
      placeholder="Projects"
      preload={() => void load()}
    >
      {close => <ProjectSwitcherList {...{ orgid, projectid, onCreate }} onPicked={close} />}
    </Switcher>
  )
}
