import { expect, test } from 'vitest'
import { isModest, type Part } from './markdown-size.ts'

const nested = (depth: number): Part =>
  depth === 0 ? { type: 'text' } : { type: 'blockquote', children: [nested(depth - 1)] }
const long = (parts: number): Part => ({
  type: 'root',
  children: Array.from({ length: parts }, () => ({ type: 'paragraph' })),
})
const table = (columns: number, rows: number): Part => ({
  type: 'table',
  align: Array(columns).fill(null),
  children: Array.from({ length: rows }, () => ({ type: 'tableRow', children: [{ type: 'tableCell' }] })),
})

test('a text is drawn unless it is too large, nests too deep, or its tables are filled up to too many cells', () => {
  expect([long(20_000), nested(100), table(20, 4_000)].map(isModest)).toEqual([true, true, true])
  expect([long(200_000), nested(300), table(1_000, 1_000)].map(isModest)).toEqual([false, false, false])
})
