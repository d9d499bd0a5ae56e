import {
  columnSizingFeature,
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  metaHelper,
  type RowData,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_datetime,
  sortFn_text,
  tableFeatures,
} from '@tanstack/react-table'

type ColumnMeta = {
  align?: 'left' | 'right'
  /** In front of the value when the table has become a list. Without it the header is used, if it is text. */
  label?: string
  className?: string
}

export const dataTableFeatures = tableFeatures({
  columnSizingFeature,
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text, datetime: sortFn_datetime },
  columnMeta: metaHelper<ColumnMeta>(),
})

/** Columns belong outside the component, or in a memo: a new array on each render makes the table start over. */
export function columnsFor<T extends RowData>() {
  return createColumnHelper<typeof dataTableFeatures, T>()
}

export type ColumnsOf<T extends RowData> = ReturnType<ReturnType<typeof columnsFor<T>>['columns']>
