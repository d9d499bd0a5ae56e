import type { Org } from '@plinth/contract/orgs'
import { useNavigate } from '@tanstack/react-router'
import { DeleteCard } from '../../ui/DeleteCard.tsx'
import { useDeleteOrg } from './queries.ts'

export function DeleteOrgCard({ org: { orgid, orgname } }: { org: Org }) {
  const navigate = useNavigate()
  const remove = useDeleteOrg(orgid, () => navigate({ to: '/org', replace: true }))
  return (
    <DeleteCard
      title="Delete Organization"
      description="It disappears for everybody at once. An Owner can bring it back for 30 days; after that it is gone."
      loss={`Everything in ${orgname} disappears for all of its members. You can undo this for 30 days.`}
      id={orgid}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
