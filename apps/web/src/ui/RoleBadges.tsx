import { Badge } from './Badge.tsx'

/** An organisation writes Owner, a project owner. */
const isOwner = (role: string) => role.toLowerCase() === 'owner'

export function RoleBadges({ roles }: { roles: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {roles.map(role => (
        <Badge key={role} tone={isOwner(role) ? 'accent' : 'neutral'}>
          {role}
        </Badge>
      ))}
    </span>
  )
}
