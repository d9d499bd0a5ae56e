import type { Org } from '@plinth/contract/orgs'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { LeaveOrg } from './LeaveOrg.tsx'

type TwoFactorWallProps = { org: Org; onLeft: () => Promise<void> }

/** Stands in for every page of an organisation that lets nobody in without two-factor sign-in. */
export function TwoFactorWall({ org, onLeft }: TwoFactorWallProps) {
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-4 py-16 text-center">
      <span aria-hidden className="grid size-12 place-items-center rounded-xl bg-accent-soft text-accent">
        <ShieldCheck className="size-6" />
      </span>
      <div className="grid gap-1.5">
        <h1 className="wrap-anywhere text-balance font-semibold text-xl">{org.orgname} requires two-factor sign-in</h1>
        <p className="text-balance text-muted">
          Turn it on for your account to go on. Everything here is as you left it, and opens as soon as it is on.
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Button asChild variant="primary">
          <Link to="/settings/security">Turn on two-factor sign-in</Link>
        </Button>
        <Button asChild>
          <Link
            to="."
            search={now => ({ ...now, dialog: 'organization' })}
            state={{ overPage: true }}
            resetScroll={false}
          >
            Other organizations
          </Link>
        </Button>
        <LeaveOrg org={org} onLeft={onLeft} size="md" />
      </div>
    </div>
  )
}
