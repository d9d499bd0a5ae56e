import { expect, test } from 'vitest'
import { rowsOf } from './rows.ts'

test('cells are parted by what parts them in every row, or by what the name says', () => {
  expect(rowsOf('a,b\n1,2\n', 'x.csv')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(rowsOf('a;b\n1,5;2', 'x.csv')[1]).toEqual(['1,5', '2'])
  expect(rowsOf('a\tb\n1\t2', 'x.csv')[1]).toEqual(['1', '2'])
  expect(rowsOf('a|b\n1|2', 'x.csv')[1]).toEqual(['1', '2'])
  expect(rowsOf('a,b\tc', 'x.TSV')).toEqual([['a,b', 'c']])
  expect(rowsOf('one\ntwo', 'x.csv')).toEqual([['one'], ['two']])
})

test('quotes hold what parts cells and rows, and each other', () => {
  const said = 'name,said\n"Mara, Vik","one\ntwo ""three"""\n'
  expect(rowsOf(said, 'x.csv')[1]).toEqual(['Mara, Vik', 'one\ntwo "three"'])
  expect(rowsOf('a,b\n"1" ,"2"  \r\n"",x', 'x.csv').slice(1)).toEqual([
    ['1', '2'],
    ['', 'x'],
  ])
  expect(rowsOf('a,b\n"5" wide",x', 'x.csv')[1]).toEqual(['5" wide', 'x'])
  expect(rowsOf('a,b\n6" wide,x', 'x.csv')[1]).toEqual(['6" wide', 'x'])
  expect(rowsOf('a,b\n1,"never closed\n2,3', 'x.csv')[1]).toEqual(['1', 'never closed\n2,3'])
})

test('lines end in any way; empty ones are left out, empty cells are not', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    expect(rowsOf(['a,b', '', '1,', ' , ', ',"2"', ''].join(end), 'x.csv')).toEqual([
      ['a', 'b'],
      ['1', ''],
      ['', '2'],
    ])
  }
  expect(rowsOf('', 'x.csv')).toEqual([])
  expect(rowsOf('a,b\n1,', 'x.csv')[1]).toEqual(['1', ''])
})

test.each([
  ['one column of quoted cells', '"someone@example.org"\n'.repeat(240_000), 240_000],
  ['one row of quoted cells', '"a",'.repeat(1_300_000), 1],
  ['quotes that close nothing, before blanks', `"${'x"'.repeat(1_200_000)}${' '.repeat(2_500_000)},x`, 1],
  ['a quote that is never closed', `"${'a,\n'.repeat(1_700_000)}`, 1],
])('five megabytes are read at once: %s', (_what, text, rows) => {
  expect(rowsOf(text, 'x.csv')).toHaveLength(rows)
})
