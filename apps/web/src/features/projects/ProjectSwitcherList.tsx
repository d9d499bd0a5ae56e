import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { projectAreaAt } from '../../lib/areas.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { projectsQuery } from '../../lib/projects.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ComboboxList } from '../../ui/ComboboxList.tsx'

const searchDelayMs = 200

type ProjectSwitcherListProps = {
  orgid: string
  projectid: string
  onPicked: () => void
  onCreate: (() => void) | undefined
}

/** The server searches: there may be thousands of projects. */
export function ProjectSwitcherList({ orgid, projectid, onPicked, onCreate }: ProjectSwitcherListProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), searchDelayMs)
  const { data, error, isPending } = useQuery(projectsQuery(orgid, { search }))
  const goTo = useSamePage(orgid)
  const options = (data?.projects ?? []).map(project => ({
    value: project.projectid,
    label: project.projectname,
    icon: <Avatar name={project.projectname} size="sm" shape="square" uppercase />,
  }))
  return (
    <ComboboxList
      autoFocus
      label="Project"
      options={options}
      value={projectid}
      onPicked={onPicked}
      onValueChange={goTo}
      search={typed}
      onSearchChange={setTyped}
      filter={false}
      searchPlaceholder="Search project..."
      emptyText={error && !data ? error.msg : isPending ? 'Loading...' : 'No project found.'}
      actions={onCreate ? [{ label: 'Create a new project', icon: <Plus aria-hidden />, onSelect: onCreate }] : []}
    />
  )
}

/** Leads to the page of another project that corresponds to the open one. Its folders and the like are its own. */
function useSamePage(orgid: string): (projectid: string) => void {
  const router = useRouter()
  const navigate = useNavigate()
  return projectid => {
    const { pathname, search } = router.state.location
    const to = projectAreaAt(pathname)?.to ?? '/org/$orgId/project/$projectId/overview'
    const { tab } = search
    void navigate({ to, params: { orgId: orgid, projectId: projectid }, search: tab ? { tab } : {} })
  }
}
