import type { Project } from '@plinth/contract/projects'

export interface ShownProjects {
  orgid: string
  /** Undefined while they load. */
  projects: readonly Project[] | undefined
  /** Those of another page still stand there while this one loads. */
  stale: boolean
}
