import { Link } from '@tanstack/react-router'
import { Clock, HardDrive, type LucideIcon, Rocket, Sheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { bytes } from '../../lib/bytes.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Overview } from './queries.ts'

const number = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

type GlanceProps = { orgid: string; projectid: string; overview: Overview | undefined }

/** Without an overview the cards stand there empty while it loads. */
export function Glance({ orgid, projectid, overview }: GlanceProps) {
  return (
    <section aria-labelledby="glance" className="grid gap-3">
      <h2 id="glance" className="font-semibold text-base">
        Project at a glance
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Sheets" icon={Sheet}>
          {overview && number.format(overview.sheets)}
        </Figure>
        <Figure name="Deployments" icon={Rocket}>
          {overview && number.format(overview.deployments)}
        </Figure>
        <Figure name="Stored" icon={HardDrive}>
          {overview && (
            <Link
              to="/org/$orgId/project/$projectId/filestore/{-$filestoreId}/{-$folderId}"
              params={{ orgId: orgid, projectId: projectid }}
              className="rounded-sm underline decoration-border-strong underline-offset-4 hover:decoration-accent"
            >
              {bytes(overview.storedbytes)}
            </Link>
          )}
        </Figure>
        <Figure name="Last update" icon={Clock} note={overview && <Time at={overview.lastupdate} />}>
          {overview && day.format(overview.lastupdate)}
        </Figure>
      </dl>
    </section>
  )
}

type FigureProps = { name: string; icon: LucideIcon; note?: ReactNode; children: ReactNode }

function Figure({ name, icon: Icon, note, children }: FigureProps) {
  return (
    <div className="grid content-start gap-1 rounded-lg border bg-surface p-4">
      <dt className="flex items-center gap-2 text-muted text-sm">
        <Icon aria-hidden className="size-4 text-faint" />
        {name}
      </dt>
      <dd className="font-semibold text-xl tabular-nums">{children ?? <Skeleton className="my-1 h-5 w-20" />}</dd>
      {note ? <dd className="text-muted text-xs">{note}</dd> : null}
    </div>
  )
}
