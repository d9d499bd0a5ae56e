import { Badge } from '../../ui/Badge.tsx'

export function RoleBadges({ roles }: { roles: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {roles.map(role => (
        <Badge key={role} tone={role === 'Owner' ? 'accent' : 'neutral'}>
          {role}
        </Badge>
      ))}
    </span>
  )
}
