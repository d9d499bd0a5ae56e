import { expect, test } from 'vitest'
import { zoomIn, zoomOut } from './zoom.ts'

test('goes from step to step', () => {
  expect(zoomIn(1)).toBe(1.25)
  expect(zoomOut(1)).toBe(0.75)
})

test('what fits between two steps goes to the nearest beyond it', () => {
  expect(zoomIn(0.63)).toBe(0.75)
  expect(zoomOut(0.63)).toBe(0.5)
})

test('ends where it ends', () => {
  expect(zoomIn(8)).toBe(8)
  expect(zoomOut(0.05)).toBe(0.1)
})
