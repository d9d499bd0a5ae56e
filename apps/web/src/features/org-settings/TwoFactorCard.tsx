import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useOrgInfo, useRequireTwoFactor } from './queries.ts'

export function TwoFactorCard({ orgid }: { orgid: string }) {
  const { data: info } = useOrgInfo(orgid)
  const set = useRequireTwoFactor(orgid)
  const [asking, setAsking] = useState(false)
  const required = info?.requiretwofactor ?? false
  return (
    <Card
      title="Require two-factor sign-in"
      description="Whoever has not turned it on is kept out of the organization until they do."
      action={
        <Switch
          aria-label="Require two-factor sign-in"
          checked={required}
          disabled={!info || set.isPending}
          onCheckedChange={on => (on ? setAsking(true) : set.mutate(false))}
        />
      }
    >
      <p className="text-muted text-sm">
        Turn it on for{' '}
        <Link to="/settings/security" className="font-medium text-accent hover:underline">
          your own account
        </Link>{' '}
        first.
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger={false}
        description="Members without two-factor sign-in lose access at once, until they turn it on."
        confirmLabel="Require it"
        pending={set.isPending}
        onConfirm={() => set.mutate(true, { onSettled: () => setAsking(false) })}
      />
    </Card>
  )
}
