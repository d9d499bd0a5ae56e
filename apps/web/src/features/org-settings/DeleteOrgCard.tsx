import type { Org } from '@plinth/contract/orgs'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useDeleteOrg } from './queries.ts'

export function DeleteOrgCard({ org: { orgid, orgname } }: { org: Org }) {
  const navigate = useNavigate()
  const remove = useDeleteOrg(orgid, () => navigate({ to: '/org', replace: true }))
  return (
    <Card
      danger
      title="Delete Organization"
      description="It disappears for everybody at once. An Owner can bring it back for 30 days; after that it is gone."
      footer={
        <ConfirmDialog
          description={`Everything in ${orgname} disappears for all of its members. You can undo this for 30 days.`}
          confirmLabel="Delete Organization"
          confirmId={orgid}
          pending={remove.isPending}
          onConfirm={() => remove.mutate()}
          trigger={<Button variant="danger">Delete Organization</Button>}
        />
      }
    />
  )
}
