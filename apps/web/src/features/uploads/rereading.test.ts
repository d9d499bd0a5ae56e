import { expect, test } from 'vitest'
import { matching } from './rereading.ts'
import type { Upload } from './upload.ts'

const lost = (path: string, size: number): Upload => ({
  ...{ id: path, batchid: 'batch', tabid: 'tab', userid: 'mara', folderid: 'top', path, isFolder: false },
  ...{ store: { orgid: 'o', projectid: 'p', fsid: 'f' }, size, modifiedat: 5, sent: 0 },
  ...{ state: 'lost', conflict: 'refuse' },
})

const chosen = (path: string, content: string, modifiedat = 5) => ({
  ...{ path, file: new File([content], path), size: content.length, modifiedat },
})

test('the same name, size and time is the same file', () => {
  const upload = lost('Plans/a.txt', 3)
  const found = chosen('a.txt', 'abc')
  expect(matching([upload], [found])).toEqual(new Map([[upload, found]]))
})

test('another size or time is another file', () => {
  expect(matching([lost('a.txt', 3)], [chosen('a.txt', 'abcd'), chosen('a.txt', 'abc', 6)]).size).toBe(0)
})

test('of two with the same name the one with the same way is taken', () => {
  const [one, two] = [lost('x/a.txt', 3), lost('y/a.txt', 3)]
  const [inX, inY] = [chosen('x/a.txt', 'xxx'), chosen('y/a.txt', 'yyy')]
  expect(matching([one, two], [inY, inX])).toEqual(
    new Map([
      [one, inX],
      [two, inY],
    ]),
  )
})

test('one file is not taken for another of the same name, size and time', () => {
  const both = [lost('x/package.json', 3), lost('y/package.json', 3)]
  expect(matching(both, [chosen('package.json', 'xxx')]).size).toBe(0)
  expect(
    matching(both.slice(0, 1), [chosen('in/x/package.json', 'xxx'), chosen('in/y/package.json', 'yyy')]).size,
  ).toBe(0)
})
