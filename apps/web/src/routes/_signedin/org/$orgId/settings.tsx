import { createFileRoute } from '@tanstack/react-router'
import { OrgSettings } from '../../../../features/org-settings/OrgSettings.tsx'
import { useOrg } from '../../../../features/orgs/queries.ts'

export const Route = createFileRoute('/_signedin/org/$orgId/settings')({
  staticData: { title: 'Settings' },
  component: OrgSettingsScreen,
})

function OrgSettingsScreen() {
  const { orgId } = Route.useParams()
  const org = useOrg(orgId)
  return org ? <OrgSettings key={orgId} org={org} /> : null
}
