import { Link } from '@tanstack/react-router'
import { AppWindow, ArrowRight, Cable, type LucideIcon, Server } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'

interface Kind {
  title: string
  sentence: string
  icon: LucideIcon
  made: readonly string[]
}

const kinds: readonly Kind[] = [
  {
    title: 'Web Applications',
    sentence: 'Pages that people open in a browser.',
    icon: AppWindow,
    made: ['React', 'Next', 'Nuxt'],
  },
  {
    title: 'Service',
    sentence: 'An interface that other programs call.',
    icon: Server,
    made: ['Node', 'GraphQL'],
  },
  {
    title: 'Webhook',
    sentence: 'An address that is called when something happens.',
    icon: Cable,
    made: [],
  },
]

export function NewDeployment({ orgid, projectid }: { orgid: string; projectid: string }) {
  return (
    <section aria-labelledby="new-deployment" className="grid gap-3">
      <h2 id="new-deployment" className="font-semibold text-base">
        New Deployment
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3 xl:grid-cols-1 2xl:grid-cols-3">
        {kinds.map(({ title, sentence, icon: Icon, made }) => (
          <li key={title}>
            <Link
              to="/org/$orgId/project/$projectId/deployments"
              params={{ orgId: orgid, projectId: projectid }}
              className="group grid h-full content-start gap-2 rounded-lg border bg-surface p-4 hover:border-border-strong"
            >
              <span className="flex items-center gap-2 font-medium">
                <Icon aria-hidden className="size-4 text-accent" />
                <span className="flex-1">{title}</span>
                <ArrowRight aria-hidden className="size-4 text-faint group-hover:text-text" />
              </span>
              <span className="text-muted text-sm">{sentence}</span>
              {made.length > 0 ? (
                <span className="flex flex-wrap gap-1">
                  {made.map(name => (
                    <Badge key={name}>{name}</Badge>
                  ))}
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
