import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { deletedOrgsQuery, useRestoreOrg } from './queries.ts'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

/** Absent while there are none. */
export function DeletedOrgs({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  const id = useId()
  const { data: orgs = [] } = useQuery(deletedOrgsQuery)
  const restore = useRestoreOrg()
  if (orgs.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <Heading id={id} className="font-semibold text-base">
        Deleted organizations
      </Heading>
      <ul className="divide-y rounded-lg border bg-surface">
        {orgs.map(({ orgid, orgname, purgedat }) => (
          <li key={orgid} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <span className="wrap-anywhere min-w-0 flex-1 basis-40 text-sm">
              <span className="font-medium">{orgname}</span>
              <span className="block text-muted text-xs">Can be restored until {day.format(purgedat)}</span>
            </span>
            <Button
              size="sm"
              aria-label={`Restore ${orgname}`}
              pending={restore.isPending && restore.variables === orgid}
              onClick={() => restore.mutate(orgid)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
