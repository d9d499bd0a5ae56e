import { leaveOrg, type Org } from '@plinth/contract/orgs'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { givenUp, refreshOrgs } from '../../lib/orgs.ts'
import { answer } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'

/** `onLeft` may lead away from the organisation's pages before the list no longer names it. */
type LeaveOrgProps = { org: Org; onLeft: (orgid: string) => Promise<void>; size?: 'sm' | 'md' }

/** Seen when one points at its row, or reaches it with the keyboard. */
export function LeaveOrg({ org: { orgid, orgname }, onLeft, size = 'sm' }: LeaveOrgProps) {
  const [open, setOpen] = useState(false)
  const leave = useMutation({
    mutationFn: () => {
      givenUp.add(orgid)
      return answer(leaveOrg, { orgid })
    },
    onSuccess: async () => {
      toast.success(`You have left org ${orgid}`)
      setOpen(false)
      await onLeft(orgid)
      await refreshOrgs()
    },
    onError: error => void toast.error('Unable to leave org', { description: error.msg }),
    onSettled: () => void givenUp.delete(orgid),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      description={`You lose access to everything in ${orgname}. To come back, you need a new invite.`}
      confirmLabel="Leave"
      pending={leave.isPending}
      onConfirm={() => leave.mutate()}
      trigger={
        <Button
          size={size}
          aria-label={`Leave ${orgname}`}
          className="sm:pointer-fine:[tr:not(:hover)_&]:not-focus-visible:not-aria-expanded:opacity-0"
        >
          Leave
        </Button>
      }
    />
  )
}
