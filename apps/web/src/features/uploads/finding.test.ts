import { expect, test } from 'vitest'
import { take } from './finding.ts'
import type { Found } from './upload.ts'

const refused = () => new DOMException('', 'NotReadableError')

const fileHandle = (name: string, read = true) => ({
  ...{ kind: 'file', name },
  getFile: () => (read ? Promise.resolve(new File([name], name)) : Promise.reject(refused())),
})

function folderHandle(name: string, children: object[], read = true) {
  async function* values() {
    yield* children
    if (!read) throw refused()
  }
  return { kind: 'directory', name, values }
}

const fileEntry = (path: string, read = true) => ({
  ...{ isFile: true, isDirectory: false, fullPath: path },
  file: (done: (file: File) => void, fail: (reason: unknown) => void) =>
    read ? done(new File([path], path)) : fail(refused()),
})

function folderEntry(path: string, batches: object[][], read = true) {
  const readEntries = (done: (some: object[]) => void, fail: (reason: unknown) => void) => {
    const next = batches.shift()
    if (next || read) done(next ?? [])
    else fail(refused())
  }
  return { isFile: false, isDirectory: true, fullPath: path, createReader: () => ({ readEntries }) }
}

/** What was dropped, as a browser hands it out. */
async function found(...items: { entry?: object; handle?: () => Promise<object> }[]): Promise<Found[]> {
  const dropped = items.map(({ entry, handle }) => ({
    ...{ kind: 'file', webkitGetAsEntry: () => entry ?? null, getAsFile: () => null },
    ...(handle ? { getAsFileSystemHandle: handle } : {}),
  }))
  const all: Found[] = []
  for await (const some of take({ items: dropped } as unknown as DataTransfer)()) all.push(...some)
  return all
}

const shortly = (all: readonly Found[]) => all.map(({ path, file, unreadable }) => [path, unreadable ?? file?.name])

test('a file that cannot be read is named, and those behind it are found', async () => {
  const shut = folderHandle('shut', [fileHandle('e')], false)
  const plans = folderHandle('Plans', [fileHandle('a'), fileHandle('b', false), shut, fileHandle('c')])
  const all = await found({ handle: async () => plans }, { handle: async () => fileHandle('d') })
  expect(shortly(all)).toEqual([
    ['Plans/a', 'a'],
    ['Plans/b', true],
    ['Plans/shut/e', 'e'],
    ['Plans/shut', true],
    ['Plans/c', 'c'],
    ['d', 'd'],
  ])
})

test('so it is in a browser without handles', async () => {
  const shut = folderEntry('/Plans/shut', [[fileEntry('/Plans/shut/e')]], false)
  const entry = folderEntry('/Plans', [[fileEntry('/Plans/b', false), shut], [fileEntry('/Plans/c')]])
  expect(shortly(await found({ entry }))).toEqual([
    ['Plans/b', true],
    ['Plans/shut/e', '/Plans/shut/e'],
    ['Plans/shut', true],
    ['Plans/c', '/Plans/c'],
  ])
})

test('what the browser gives no handle for is taken without one', async () => {
  const all = await found({ entry: fileEntry('/a'), handle: () => Promise.reject(refused()) })
  expect(shortly(all)).toEqual([['a', '/a']])
})
