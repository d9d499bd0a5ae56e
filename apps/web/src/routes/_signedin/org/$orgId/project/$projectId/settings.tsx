import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { useOrg } from '../../../../../../features/orgs/queries.ts'
import { General } from '../../../../../../features/project-settings/General.tsx'
import { ProjectMembers } from '../../../../../../features/project-settings/ProjectMembers.tsx'
import { ProjectsButton } from '../../../../../../features/shell/ProjectsButton.tsx'
import { useCredentials } from '../../../../../../lib/credentials.ts'
import { useProject } from '../../../../../../lib/projects.ts'
import { tabSearch } from '../../../../../../lib/search.ts'
import { NotBuiltYet } from '../../../../../../ui/NotBuiltYet.tsx'
import { Tabs } from '../../../../../../ui/Tabs.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/settings')({
  staticData: { title: 'Settings' },
  validateSearch: tabSearch,
  component: ProjectSettings,
})

function ProjectSettings() {
  const { orgId, projectId } = Route.useParams()
  const { tab } = Route.useSearch()
  const navigate = useNavigate()
  const org = useOrg(orgId)
  const { data: project } = useProject(orgId, projectId)
  const own = useCredentials()?.userid
  if (!org || !project || !own) return null

  // The keys part one project's pages, search and typed text from the next one's.
  const key = `${orgId}/${projectId}`
  const tabs = [
    { value: 'general', label: 'General', content: <General key={key} {...{ org, project, own }} /> },
    { value: 'members', label: 'Members', content: <ProjectMembers key={key} {...{ org, project, own }} /> },
    { value: 'domain', label: 'Domain', content: <Domain /> },
  ]
  const shown = tabs.find(({ value }) => value === tab) ?? tabs[0]
  const show = (value: string) =>
    void navigate({ to: '.', search: now => ({ ...now, tab: value }), replace: true, resetScroll: false })
  return (
    <>
      <h1 className="mb-3 font-semibold text-xl">Settings</h1>
      <Tabs label="Settings" tabs={tabs} value={shown?.value} onValueChange={show} />
    </>
  )
}

function Domain() {
  return (
    <NotBuiltYet
      heading="h2"
      icon={<Globe />}
      title="Domain"
      sentence="Here the address under which the project is published will be set. It is not built yet."
      action={<ProjectsButton />}
    />
  )
}
