import { mostTogether, smallFileBytes } from '@plinth/contract/files'
import { expect, test } from 'vitest'
import type { Carrying } from './carrying.ts'
import { createQueue } from './queue.ts'
import { type Failure, goalOf, type Upload } from './upload.ts'

interface Carried {
  upload: Upload
  carrying: Carrying
  end: (failure: Failure | null) => void
}

const taken: Failure = { errcode: 'NAME_TAKEN', msg: 'There is a file or folder with this name already.' }
const full: Failure = { errcode: 'QUOTA_FULL', msg: 'There is not enough room left for this.' }

let made = 0

function newUpload(given: Partial<Upload> = {}): Upload {
  const id = `upload-${++made}`
  return {
    ...{ id, batchid: 'batch', tabid: 'tab', userid: 'mara', folderid: 'top', path: `${id}.txt`, isFolder: false },
    ...{ store: { orgid: 'o', projectid: 'p', fsid: 'f' }, size: 100_000, modifiedat: 1, sent: 0 },
    ...{ state: 'waiting', conflict: 'refuse', ...given },
  }
}

/** A queue whose uploads end when the test says so. */
function scene() {
  const carried: Carried[] = []
  const landed: Upload[] = []
  const dropped: Upload[] = []
  const queue = createQueue({
    carry: (upload, carrying) =>
      new Promise((end, reject) => {
        carrying.signal.addEventListener('abort', () => reject(carrying.signal.reason))
        carried.push({ upload, carrying, end })
      }),
    onChange: () => undefined,
    onLanded: upload => landed.push(upload),
    onDropped: some => dropped.push(...some),
  })
  const states = () => [...queue.all()].map(({ state }) => state)
  return { queue, carried, landed, dropped, states }
}

const settled = () => new Promise(resolve => setTimeout(resolve))

test('three are on their way at a time, and the next follows when one has landed', async () => {
  const { queue, carried, landed, states } = scene()
  queue.add([newUpload(), newUpload(), newUpload(), newUpload(), newUpload()])
  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting'])
  carried[1]?.end(null)
  await settled()
  expect(states()).toEqual(['uploading', 'done', 'uploading', 'uploading', 'waiting'])
  expect(landed).toEqual([carried[1]?.upload])
})

test('small ones travel together, and count as one with their company', async () => {
  const { queue, carried, states } = scene()
  const large = [newUpload(), newUpload()]
  const small = Array.from({ length: mostTogether + 1 }, () => newUpload({ size: smallFileBytes }))
  queue.add([...large, ...small, newUpload()])
  expect(states()).toEqual([...Array(2 + mostTogether).fill('uploading'), 'waiting', 'waiting'])
  carried[2]?.end(null)
  await settled()
  expect(states().slice(-2)).toEqual(['uploading', 'waiting'])
})

test('what is decided for all holds for those that were on their way as well', async () => {
  const { queue, carried, states } = scene()
  queue.add([newUpload(), newUpload(), newUpload()])
  carried[0]?.end(taken)
  await settled()
  const asking = queue.asking()
  if (asking) queue.answer(asking, { choice: 'replace', forAll: true })
  carried[1]?.end(taken)
  carried[2]?.end(taken)
  await settled()
  expect(states()).toEqual(['uploading', 'uploading', 'uploading'])
  expect(carried.slice(3).map(({ upload }) => upload.conflict)).toEqual(['replace', 'replace', 'replace'])
  carried.at(-1)?.end(taken)
  await settled()
  expect(queue.asking()).toMatchObject({ canReplace: false })
})

test('one that was paused on its way may have arrived', () => {
  const { queue } = scene()
  const uploads = Array.from({ length: 4 }, () => newUpload())
  queue.add(uploads)
  queue.pauseAll()
  expect(uploads.map(({ unsure }) => unsure)).toEqual([true, true, true, false])
})

test('one that is paused makes room, keeps what it has, and goes on when resumed', async () => {
  const { queue, carried, states } = scene()
  const [first, ...rest] = [newUpload(), newUpload(), newUpload(), newUpload()] as const
  queue.add([first, ...rest])
  carried[0]?.carrying.onChange({ sent: 7, address: '/here' })
  queue.pause(first)
  await settled()
  expect(states()).toEqual(['paused', 'uploading', 'uploading', 'uploading'])
  expect(first).toMatchObject({ sent: 7, address: '/here' })
  queue.resume(first)
  expect(first.state).toBe('waiting')
  carried[1]?.end(null)
  await settled()
  expect(first.state).toBe('uploading')
})

test('paused and resumed in one breath it is still uploaded once', async () => {
  const { queue, carried, states } = scene()
  const upload = newUpload()
  queue.add([upload])
  queue.pause(upload)
  queue.resume(upload)
  await settled()
  expect(states()).toEqual(['uploading'])
  expect(carried).toHaveLength(2)
  expect(carried[0]?.carrying.signal.aborted).toBe(true)
})

test('what a stopped upload still reports changes nothing', async () => {
  const { queue, carried } = scene()
  const upload = newUpload()
  queue.add([upload])
  queue.pause(upload)
  carried[0]?.carrying.onChange({ sent: 9 })
  expect(upload.sent).toBe(0)
})

test('a cancelled one is gone and its place is free', async () => {
  const { queue, carried, dropped, states } = scene()
  const uploads = [newUpload(), newUpload(), newUpload(), newUpload()]
  queue.add(uploads)
  if (uploads[0]) queue.cancel(uploads[0])
  await settled()
  expect(carried[0]?.carrying.signal.aborted).toBe(true)
  expect(dropped).toEqual([uploads[0]])
  expect(states()).toEqual(['uploading', 'uploading', 'uploading'])
})

test('a failure is kept with what the server said, and can be tried again', async () => {
  const { queue, carried, states } = scene()
  const upload = newUpload()
  queue.add([upload])
  carried[0]?.end(full)
  await settled()
  expect(upload).toMatchObject({ state: 'failed', error: full })
  queue.retryAll()
  expect(states()).toEqual(['uploading'])
  expect(upload.error).toBeUndefined()
})

test('a taken name asks, and one answer serves the whole drop, also for those to come', async () => {
  const { queue, carried } = scene()
  const uploads = [newUpload(), newUpload(), newUpload(), newUpload(), newUpload({ batchid: 'other' })]
  queue.add(uploads)
  carried[0]?.end(taken)
  carried[1]?.end(taken)
  await settled()
  const asking = queue.asking()
  expect(asking).toMatchObject({ upload: uploads[0], canReplace: true, more: true })
  if (asking) queue.answer(asking, { choice: 'keepboth', forAll: true })
  expect(queue.asking()).toBeUndefined()
  expect(uploads.map(({ conflict }) => conflict)).toEqual(['keepboth', 'keepboth', 'keepboth', 'keepboth', 'refuse'])
})

test('skipping for all skips those whose turn comes later as well', async () => {
  const { queue, carried, states } = scene()
  queue.add([newUpload(), newUpload()])
  carried[0]?.end(taken)
  await settled()
  const asking = queue.asking()
  if (asking) queue.answer(asking, { choice: 'skip', forAll: true })
  carried[1]?.end(taken)
  await settled()
  expect(states()).toEqual(['skipped', 'skipped'])
})

test('an answer for one leaves the others to be asked about', async () => {
  const { queue, carried } = scene()
  const [first, second] = [newUpload(), newUpload()]
  queue.add([first, second])
  carried[0]?.end(taken)
  carried[1]?.end(taken)
  await settled()
  const asking = queue.asking()
  if (asking) queue.answer(asking, { choice: 'skip', forAll: false })
  expect(queue.asking()).toMatchObject({ upload: second, more: false })
})

test('what could not be replaced is not offered to be replaced again', async () => {
  const { queue, carried } = scene()
  queue.add([newUpload()])
  carried[0]?.end(taken)
  await settled()
  const asking = queue.asking()
  if (asking) queue.answer(asking, { choice: 'replace', forAll: false })
  carried[1]?.end(taken)
  await settled()
  expect(queue.asking()).toMatchObject({ canReplace: false })
})

test('letting go of everything stops it and gives nothing up', async () => {
  const { queue, carried, dropped, states } = scene()
  queue.add([newUpload(), newUpload()])
  queue.leave()
  await settled()
  expect(carried.map(({ carrying }) => carrying.signal.aborted)).toEqual([true, true])
  expect(dropped).toEqual([])
  expect(states()).toEqual([])
})

test('what is taken up again before it had stopped does not wait for ever', async () => {
  const ends: (() => void)[] = []
  const queue = createQueue({
    // Some steps cannot be stopped half-way.
    carry: () => new Promise(end => ends.push(() => end(null))),
    onChange: () => undefined,
    onLanded: () => undefined,
    onDropped: () => undefined,
  })
  const upload = newUpload()
  queue.add([upload])
  queue.leave()
  queue.add([{ ...upload, state: 'waiting' }])
  ends[0]?.()
  await settled()
  expect([...queue.all()].map(({ state }) => state)).toEqual(['uploading'])
  expect(ends).toHaveLength(2)
})

test('what cannot be replaced is decided about once for all as well', async () => {
  const { queue, carried, states } = scene()
  queue.add([newUpload(), newUpload()])
  for (const choice of ['replace', 'keepboth'] as const) {
    for (const one of carried.splice(0)) one.end(taken)
    await settled()
    const asking = queue.asking()
    expect(asking).toMatchObject({ more: true, canReplace: choice === 'replace' })
    if (asking) queue.answer(asking, { choice, forAll: true })
  }
  expect(states()).toEqual(['uploading', 'uploading'])
})

test('nobody is asked for ever: where no name beside it helps, a file has the name of its folder', async () => {
  const { queue, carried, landed } = scene()
  const upload = newUpload({ path: 'Plans/a.txt', conflict: 'keepboth' })
  queue.add([upload])
  carried[0]?.end(taken)
  await settled()
  expect(queue.asking()).toBeUndefined()
  expect(upload).toMatchObject({ state: 'failed', error: { msg: expect.stringContaining('Rename that file') } })
  expect(landed).toEqual([])
})

test('a question does not change while somebody reads it', async () => {
  const { queue, carried } = scene()
  const [first, second] = [newUpload(), newUpload()]
  queue.add([first, second])
  carried[1]?.end(taken)
  await settled()
  expect(queue.asking()?.upload).toBe(second)
  carried[0]?.end(taken)
  await settled()
  const asking = queue.asking()
  expect(asking?.upload).toBe(second)
  if (asking) queue.answer(asking, { choice: 'skip', forAll: false })
  expect(queue.asking()?.upload).toBe(first)
})

test('one answer for all is not offered where the others are of another drop', async () => {
  const { queue, carried } = scene()
  queue.add([newUpload(), newUpload({ batchid: 'other' })])
  for (const one of carried) one.end(taken)
  await settled()
  expect(queue.asking()).toMatchObject({ more: false })
})

test('once the first folder of a drop is there, all of it goes to that folder, found already or not', () => {
  const { queue, carried } = scene()
  const paths = ['Album/a.txt', 'Album/deep/b.txt', 'Other/c.txt', 'Album']
  const uploads = [...paths, ...paths].map(path => newUpload({ path }))
  const elsewhere = newUpload({ path: 'Album/a.txt', batchid: 'other' })
  queue.add([...uploads, elsewhere])
  carried[0]?.carrying.onTop('album')
  const later = paths.map(path => newUpload({ path }))
  queue.add(later)
  const goals = [
    { folderid: 'album', path: 'a.txt' },
    { folderid: 'album', path: 'deep/b.txt' },
    { folderid: 'top', path: 'Other/c.txt' },
    { folderid: 'top', path: 'Album' },
  ]
  expect([...uploads, ...later].map(goalOf)).toEqual([...goals, ...goals, ...goals])
  expect(goalOf(elsewhere)).toEqual({ folderid: 'top', path: 'Album/a.txt' })
})

test('what an earlier page wrote down before the folder was there goes to it all the same', () => {
  const { queue } = scene()
  const [first, second] = [newUpload({ path: 'Album/a.txt' }), newUpload({ path: 'Album/b.txt', topid: 'album' })]
  queue.add([first, second])
  expect(goalOf(first)).toEqual({ folderid: 'album', path: 'a.txt' })
})
