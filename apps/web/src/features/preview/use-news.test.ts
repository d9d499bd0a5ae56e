import { expect, test } from 'vitest'
import { newsOf } from './use-news.ts'

test('another name is told as a name, another place as a place', () => {
  expect(newsOf('/Plans/a.txt', '/Plans/b.txt')).toBe('This file is called b.txt now.')
  expect(newsOf('/a.txt', '/Plans/a.txt')).toBe('This file is now at /Plans/a.txt.')
  expect(newsOf('/Plans/a.txt', '/b.txt')).toBe('This file is now at /b.txt.')
})
