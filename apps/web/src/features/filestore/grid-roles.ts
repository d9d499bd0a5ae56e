/**
 * Only what is in sight is drawn, each row at its own place, which a table's elements do not take. So the parts are named as
 * those of a grid; the keyboard stays on the grid itself, which names the active one. The heading is row 1.
 */
export const gridRole = (label: string, rows: number | undefined, activeid: string | undefined) => ({
  ...({ role: 'grid', 'aria-multiselectable': true, tabIndex: 0 } as const),
  'aria-label': label,
  'aria-rowcount': rows === undefined ? -1 : rows + 1,
  'aria-activedescendant': activeid,
})

export const rowRole = (index: number, selected?: boolean) => ({
  ...({ role: 'row', 'aria-rowindex': index + 2 } as const),
  'aria-selected': selected,
})

export const gridcell = { role: 'gridcell' } as const

export const cellRole = (selected: boolean) => ({ ...gridcell, 'aria-selected': selected })

export const columnheader = (order?: 'none' | 'ascending' | 'descending') =>
  ({ role: 'columnheader', 'aria-sort': order }) as const
