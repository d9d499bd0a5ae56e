import {
  Box,
  ChartNoAxesColumn,
  CreditCard,
  FolderKanban,
  FolderOpen,
  Globe,
  type LucideIcon,
  Rocket,
  Settings,
  Sheet,
  Users,
} from 'lucide-react'

interface OrgArea {
  label: string
  to: `/org/$orgId/${'projects' | 'users' | 'domains' | 'billing' | 'settings'}`
  icon: LucideIcon
  search?: { tab: string }
  ownerOnly?: true
}

/** The areas of an organisation, as the sidebar and the palette list them. */
const orgAreas: readonly OrgArea[] = [
  { label: 'Projects', to: '/org/$orgId/projects', icon: FolderKanban },
  { label: 'Users', to: '/org/$orgId/users', icon: Users, search: { tab: 'members' }, ownerOnly: true },
  { label: 'Domains', to: '/org/$orgId/domains', icon: Globe },
  { label: 'Billing', to: '/org/$orgId/billing', icon: CreditCard },
  { label: 'Settings', to: '/org/$orgId/settings', icon: Settings },
]

export const isOwner = (roles: readonly string[]) => roles.includes('Owner')

export const orgAreasFor = (roles: readonly string[]) => orgAreas.filter(area => !area.ownerOnly || isOwner(roles))

const filestore = 'filestore/{-$filestoreId}/{-$folderId}'

export interface ProjectArea {
  label: string
  to: `/org/$orgId/project/$projectId/${'overview' | 'sheets' | 'deployments' | typeof filestore | 'objectstore' | 'settings'}`
  icon: LucideIcon
  group?: string
}

export const projectAreas: readonly ProjectArea[] = [
  { label: 'Overview', to: '/org/$orgId/project/$projectId/overview', icon: ChartNoAxesColumn },
  { label: 'Sheets', to: '/org/$orgId/project/$projectId/sheets', icon: Sheet },
  { label: 'Deployments', to: '/org/$orgId/project/$projectId/deployments', icon: Rocket },
  { label: 'File Store', to: `/org/$orgId/project/$projectId/${filestore}`, icon: FolderOpen, group: 'Storage' },
  { label: 'Object Store', to: '/org/$orgId/project/$projectId/objectstore', icon: Box, group: 'Storage' },
  { label: 'Settings', to: '/org/$orgId/project/$projectId/settings', icon: Settings },
]

const section = (path: string) => path.split('/')[5]

/** The area of a project that the page at this path belongs to. */
export const projectAreaAt = (pathname: string) => projectAreas.find(({ to }) => section(to) === section(pathname))

/** The kinds of assets a project holds: every area but the two about the project itself. */
export const assetAreas = projectAreas.filter(({ label }) => label !== 'Overview' && label !== 'Settings')

export const assetAreaAt = (pathname: string) => assetAreas.find(area => area === projectAreaAt(pathname))
