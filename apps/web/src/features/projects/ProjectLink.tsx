import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'

export const ProjectAvatar = ({ name }: { name: string }) => <Avatar name={name} size="lg" shape="square" uppercase />

type ProjectLinkProps = { orgid: string; projectid: string; className?: string; children: ReactNode }

export function ProjectLink({ orgid, projectid, className, children }: ProjectLinkProps) {
  return (
    <Link
      to="/org/$orgId/project/$projectId/overview"
      params={{ orgId: orgid, projectId: projectid }}
      className={className}
    >
      {children}
    </Link>
  )
}
