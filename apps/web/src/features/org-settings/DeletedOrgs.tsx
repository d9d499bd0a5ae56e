import { useQuery } from '@tanstack/react-query'
import { RestoreList } from '../../ui/RestoreList.tsx'
import { deletedOrgsQuery, useRestoreOrg } from './queries.ts'

export function DeletedOrgs({ heading }: { heading: 'h2' | 'h3' }) {
  const { data: orgs = [], isLoadingError, refetch } = useQuery(deletedOrgsQuery)
  const restore = useRestoreOrg()
  return (
    <RestoreList
      title="Deleted organizations"
      heading={heading}
      items={orgs.map(({ orgid, orgname, purgedat }) => ({ id: orgid, name: orgname, purgedat }))}
      pending={restore.isPending ? restore.variables : undefined}
      onRestore={orgid => restore.mutate(orgid)}
      onRetry={isLoadingError ? () => void refetch() : undefined}
    />
  )
}
