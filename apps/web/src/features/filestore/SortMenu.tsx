import { ArrowUpDown } from 'lucide-react'
import { DropdownMenu, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../../ui/DropdownMenu.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Sorting } from './HeaderRow.tsx'
import { nextSort, type SortKey, sortKey } from './items.ts'

const names: Record<SortKey, string> = { name: 'Name', size: 'Size', modifiedat: 'Changed', modifiedby: 'Changed by' }
const keys = Object.keys(names) as SortKey[]

/** For where the list has no row of headers, or not all of them. */
export function SortMenu({ sort, onSort }: Sorting) {
  const now = sortKey(sort)
  const chosen = (value: string) => keys.find(key => key === value) ?? now
  return (
    <DropdownMenu
      trigger={
        <IconButton label="Sort" className="reach-2">
          <ArrowUpDown aria-hidden />
        </IconButton>
      }
    >
      <MenuLabel>Sort by</MenuLabel>
      <MenuRadioGroup
        aria-label="Sort by"
        value={now}
        onValueChange={value => {
          if (value !== now) onSort(nextSort(sort, chosen(value)))
        }}
      >
        {keys.map(key => (
          <MenuRadioItem key={key} value={key}>
            {names[key]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuLabel>Order</MenuLabel>
      <MenuRadioGroup
        aria-label="Order"
        value={sort.startsWith('-') ? 'down' : 'up'}
        onValueChange={value => onSort(value === 'down' ? `-${now}` : now)}
      >
        <MenuRadioItem value="up">Ascending</MenuRadioItem>
        <MenuRadioItem value="down">Descending</MenuRadioItem>
      </MenuRadioGroup>
    </DropdownMenu>
  )
}
