import { fileKinds } from '@plinth/contract/file-kinds'
import { ListFilter } from 'lucide-react'
import { getCredentials } from '../../lib/credentials.ts'
import {
  DropdownMenu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '../../ui/DropdownMenu.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDesk } from './desk.ts'
import { changedNames, changedTimes, isNarrowed, kindNames, type Narrowed } from './filters.ts'
import type { Item } from './items.ts'

/** Those that come to mind first; the others are searched for. */
const mostPeople = 4

/** Oneself, whoever is chosen, and those who changed what is in sight. */
function peopleIn(items: readonly Item[], chosen: string | undefined): string[] {
  const me = getCredentials()?.userid
  const people = new Set([me, chosen, ...items.map(({ modifiedby }) => modifiedby)].filter(one => one !== undefined))
  return [...people].filter(one => one !== '').slice(0, mostPeople)
}

/** What is left out of the list. It stands in the address, so that it can be sent to somebody and gone back from. */
export function FilterMenu() {
  const { items, narrowed, show } = useDesk()
  const isOn = isNarrowed(narrowed)
  return (
    <DropdownMenu
      trigger={
        <IconButton label="Filter" aria-pressed={isOn} className="reach-2">
          <ListFilter aria-hidden className={isOn ? 'text-accent' : undefined} />
        </IconButton>
      }
    >
      <Choices label="Type" name="kind" none="Everything" options={fileKinds.map(kind => [kind, kindNames[kind]])} />
      <MenuSeparator />
      <Choices
        label="Changed"
        name="changed"
        none="Any time"
        options={changedTimes.map(time => [time, changedNames[time]])}
      />
      <MenuSeparator />
      <Choices
        label="Changed by"
        name="by"
        none="Anybody"
        options={peopleIn(items, narrowed.by).map(userid => [userid, nameOf(userid)])}
      />
      <MenuItem onSelect={() => show({ is: 'person' })}>Somebody else</MenuItem>
    </DropdownMenu>
  )
}

type ChoicesProps = {
  label: string
  name: keyof Narrowed
  none: string
  options: readonly (readonly [value: string, text: string])[]
}

function Choices({ label, name, none, options }: ChoicesProps) {
  const { narrowed, narrow } = useDesk()
  const choose = (value: string) => narrow({ ...narrowed, [name]: value || undefined })
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      <MenuRadioGroup aria-label={label} value={narrowed[name] ?? ''} onValueChange={choose}>
        <MenuRadioItem value="">{none}</MenuRadioItem>
        {options.map(([value, text]) => (
          <MenuRadioItem key={value} value={value}>
            {text}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  )
}

export const nameOf = (userid: string) => (userid === getCredentials()?.userid ? `${userid} (you)` : userid)
