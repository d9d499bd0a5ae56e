import type { Org } from '@plinth/contract/orgs'
import type { Project } from '@plinth/contract/projects'
import { useState } from 'react'
import { useDebounced } from '../../lib/debounced.ts'
import { activeLine } from '../../ui/active-line.ts'
import { CommandGroup, CommandItem } from '../../ui/Command.tsx'
import { CommandPalette } from '../../ui/CommandPalette.tsx'
import { type PaletteActions, useActions } from './actions.tsx'
import { type Entry, type EntryGroup, matching } from './entries.ts'
import { type Typed, useMembersFound, useOrgsFound, usePeopleFound, useProjectsFound } from './found.tsx'
import { useFilesFound, useFilestoresFound } from './found-files.tsx'
import { useOrgPlaces, useOwnPlaces, useProjectPlaces } from './places.tsx'

interface PaletteProps extends PaletteActions {
  onClose: () => void
  orgs: readonly Org[]
  /** The organisation, and the project, that the page belongs to. */
  org: Org | undefined
  project: Project | undefined
}

const searchDelayMs = 200

/** Goes to whatever the user can see, and does what they may do. */
export function Palette({ onClose, orgs, org, project, ...actions }: PaletteProps) {
  const [now, setNow] = useState('')
  const typed = { now, asked: useDebounced(now.trim(), searchDelayMs) }
  const groups = useGroups({ orgs, org, project, typed, actions })
  const searching = now.trim() !== typed.asked || groups.some(group => group.searching)
  const failure = failureOf(groups.filter(group => group.failure !== undefined))
  const [active, setActive] = useState<string>()
  const lines = groups.flatMap(({ entries }) => entries.map(({ id }) => id))
  const pick = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <CommandPalette
      open
      onOpenChange={onClose}
      label="Search or jump to"
      placeholder="Search or jump to"
      emptyText={searching ? 'Searching...' : failure ? null : 'Nothing matches.'}
      failure={failure}
      search={now}
      onSearchChange={setNow}
      filter={false}
      value={activeLine(lines, active)}
      onActiveChange={setActive}
    >
      {groups.filter(hasEntries).map(({ heading, entries }, index) => (
        // A project may be called like its organisation, or like one of the other headings.
        // biome-ignore lint/suspicious/noArrayIndexKey: the headings alone do not tell the groups apart.
        <CommandGroup key={`${heading}:${index}`} value={`${heading}:${index}`} heading={heading}>
          {entries.map(entry => (
            <Line key={entry.id} entry={entry} onSelect={pick(entry.act)} />
          ))}
        </CommandGroup>
      ))}
    </CommandPalette>
  )
}

interface Sources extends Omit<PaletteProps, keyof PaletteActions | 'onClose'> {
  typed: Typed
  actions: PaletteActions
}

/** What lies nearest comes first. */
function useGroups({ orgs, org, project, typed, actions }: Sources): EntryGroup[] {
  const here = useProjectPlaces(org?.orgid, project)
  const files = useFilesFound(org?.orgid, typed)
  const filestores = useFilestoresFound(org?.orgid, project, typed)
  const projects = useProjectsFound(org?.orgid, typed)
  const areas = useOrgPlaces(org)
  const members = useMembersFound(org?.orgid, project, typed)
  const people = usePeopleFound(org, typed)
  const organizations = useOrgsFound(orgs, typed)
  const own = useOwnPlaces()
  const todo = useActions(actions)
  const fitting = (groups: EntryGroup[]) =>
    groups.map(({ heading, entries }) => ({ heading, entries: matching(entries, typed.now) }))
  return [
    ...fitting(here),
    ...files,
    ...filestores,
    ...projects,
    ...fitting(areas),
    ...members,
    ...people,
    ...organizations,
    ...fitting(own),
    ...fitting(todo),
  ]
}

const hasEntries = ({ entries }: EntryGroup) => entries.length > 0

function failureOf(failed: readonly EntryGroup[]): string | undefined {
  const [first] = failed
  return first && `${failed.map(({ heading }) => heading).join(', ')} could not be searched. ${first.failure}`
}

function Line({ entry: { id, label, note, icon }, onSelect }: { entry: Entry; onSelect: () => void }) {
  return (
    <CommandItem value={id} onSelect={onSelect}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {note ? <span className="max-w-2/5 truncate font-mono text-faint text-xs">{note}</span> : null}
    </CommandItem>
  )
}
