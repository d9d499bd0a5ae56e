import type { Org } from '@plinth/contract/orgs'
import type { Project } from '@plinth/contract/projects'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { BookOpen, Building2, CircleUser, Globe, KeyRound, LifeBuoy, ShieldCheck, Users } from 'lucide-react'
import { orgAreasFor, projectAreas } from '../../lib/areas.ts'
import type { EntryGroup } from './entries.ts'

const settingsTabs = [
  { tab: 'members', label: 'Members', icon: Users },
  { tab: 'domain', label: 'Domain', icon: Globe },
]

/** The areas of the open project and its settings. */
export function useProjectPlaces(orgid: string | undefined, project: Project | undefined): EntryGroup[] {
  const navigate = useNavigate()
  if (!orgid || !project) return []
  const params = { orgId: orgid, projectId: project.projectid }
  const areas = projectAreas.map(({ label, to, icon: Icon }) => ({
    id: to,
    label,
    words: 'project',
    icon: <Icon aria-hidden />,
    act: () => void navigate({ to, params }),
  }))
  const tabs = settingsTabs.map(({ tab, label, icon: Icon }) => ({
    id: `project-settings:${tab}`,
    label,
    words: 'project settings',
    icon: <Icon aria-hidden />,
    act: () => void navigate({ to: '/org/$orgId/project/$projectId/settings', params, search: { tab } }),
  }))
  return [{ heading: project.projectname, entries: [...areas, ...tabs] }]
}

export function useOrgPlaces(org: Org | undefined): EntryGroup[] {
  const navigate = useNavigate()
  if (!org) return []
  const entries = orgAreasFor(org.role).map(({ label, to, icon: Icon, search = {} }) => ({
    id: to,
    label,
    words: 'organization',
    icon: <Icon aria-hidden />,
    act: () => void navigate({ to, params: { orgId: org.orgid }, search }),
  }))
  return [{ heading: org.orgname, entries }]
}

const pages = [
  { to: '/settings', label: 'Profile', words: 'account settings password e-mail', icon: CircleUser },
  { to: '/settings/security', label: 'Security', words: 'account settings two-factor passkeys', icon: ShieldCheck },
  { to: '/settings/tokens', label: 'Access tokens', words: 'account settings scripts', icon: KeyRound },
  { to: '/api/docs', label: 'API reference', words: 'calls help', icon: BookOpen },
] as const

const dialogs = [
  { dialog: 'organization', label: 'Organizations and invites', words: 'leave', icon: Building2 },
  { dialog: 'support', label: 'Support', words: 'help', icon: LifeBuoy },
] as const

/** What is the user's own, wherever they are. */
export function useOwnPlaces(): EntryGroup[] {
  const navigate = useNavigate()
  const { dialog: open } = useSearch({ strict: false })
  const own = pages.map(({ to, label, words, icon: Icon }) => ({
    id: to,
    label,
    words,
    icon: <Icon aria-hidden />,
    act: () => void navigate({ to }),
  }))
  const above = dialogs.map(({ dialog, label, words, icon: Icon }) => ({
    id: `dialog:${dialog}`,
    label,
    words,
    icon: <Icon aria-hidden />,
    act: () =>
      void navigate({
        ...{ to: '.', search: now => ({ ...now, dialog }), resetScroll: false },
        // One that is open already gives way.
        ...(open === undefined ? { state: { overPage: true } } : { state: true, replace: true }),
      }),
  }))
  return [{ heading: 'Your account', entries: [...own, ...above] }]
}
