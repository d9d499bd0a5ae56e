import { expect, test } from 'vitest'
import { isNumber, linesOf, tableOf } from './table.ts'

test('the first row names the columns, and a column is as wide as its longest cell', () => {
  const table = tableOf([
    ['Name', 'Town'],
    ['Mara', 'Tromsø and around it'],
  ])
  expect(table).toMatchObject({ head: ['Name', 'Town'], rows: [['Mara', 'Tromsø and around it']], hidden: 0 })
  expect(table.widths).toEqual([6, 22])
})

test('rows may be of different lengths', () => {
  expect(tableOf([['a'], ['1', '2', '3']]).head).toEqual(['a', '', ''])
})

test('a very long cell does not push the others away, and very many columns are not all shown', () => {
  expect(tableOf([['x'.repeat(500)]]).widths).toEqual([48])
  expect(tableOf([Array(230).fill('x')])).toMatchObject({ hidden: 30 })
})

test('a row is as high as its longest cell takes lines, and one at least', () => {
  expect(linesOf(['x'.repeat(92), 'x'.repeat(93), ''], [48, 48, 6])).toBe(3)
  expect(linesOf([''], [6])).toBe(1)
  expect(linesOf([], [])).toBe(1)
})

test('an empty file is an empty table', () => {
  expect(tableOf([])).toEqual({ head: [], rows: [], widths: [], hidden: 0 })
})

test.each([
  ['12', true],
  ['-3.5', true],
  ['1,200', true],
  ['40%', true],
  ['', false],
  ['2026-11-15', false],
  ['12 kg', false],
])('%j is a number: %s', (cell, expected) => {
  expect(isNumber(cell)).toBe(expected)
})
