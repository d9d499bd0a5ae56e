import { expect, test } from 'vitest'
import { gridLayout, lineCount, listLayout, rectOf, touchedBy } from './layout.ts'

test('cards fill the width, and a narrow screen has at least one column', () => {
  expect(gridLayout(1000, 180, 150, 12)).toEqual({ columns: 5, width: 190.4, height: 150, gap: 12 })
  expect(gridLayout(120, 180, 150, 12).columns).toBe(1)
  expect(lineCount(gridLayout(1000, 180, 150, 12), 11)).toBe(3)
})

test('a rubber band touches what it covers, in whichever direction it was drawn', () => {
  const list = listLayout(800, 40)
  expect(touchedBy(rectOf(300, 95, 100, 45), list, 100)).toEqual([1, 2])
  expect(touchedBy(rectOf(0, -50, 10, 10), list, 100)).toEqual([0])
  expect(touchedBy(rectOf(0, 3990, 10, 9000), list, 100)).toEqual([99])
  expect(touchedBy(rectOf(0, 5000, 10, 9000), list, 100)).toEqual([])
})

test('in a grid it touches the cards of a block, not those that are not there', () => {
  const grid = { columns: 3, width: 100, height: 100, gap: 10 }
  expect(touchedBy(rectOf(110, 50, 215, 150), grid, 5)).toEqual([1, 4])
  // The gap between two cards belongs to neither.
  expect(touchedBy(rectOf(102, 10, 108, 20), grid, 5)).toEqual([])
})
