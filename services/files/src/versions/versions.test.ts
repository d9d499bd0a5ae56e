import { apiBase } from '@plinth/contract/call'
import { createTicket, deleteFile, fileInfo, moveFile, usage } from '@plinth/contract/files'
import { addVersion, downloadVersion, listVersions, mostVersions, restoreVersion } from '@plinth/contract/versions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store()
})

async function write(...contents: string[]): Promise<string> {
  let objid = ''
  for (const content of contents)
    objid = (await store.put('/a.txt', content, { conflict: 'replace' })).fsobject?.objid ?? ''
  return objid
}

async function versions(objectid: string) {
  const [data, error] = await store.ask(listVersions, { objectid })
  if (error) throw new Error(error.msg)
  return data.versions
}

const download = (objectid: string, versionno: number) =>
  fetch(`${app.url}${apiBase}${downloadVersion.path}?objectid=${objectid}&versionno=${versionno}`, {
    headers: { authorization: `Bearer ${store.bearer}` },
  })

it('keeps what was overwritten', async () => {
  const objid = await write('one', 'three', 'x'.repeat(20_000))
  const list = await versions(objid)
  expect(list.map(({ versionno, size, current }) => [versionno, size, current])).toEqual([
    [3, 20_000, true],
    [2, 5, false],
    [1, 3, false],
  ])
  expect(await (await download(objid, 1)).text()).toBe('one')
  expect(await (await download(objid, 2)).text()).toBe('three')
  expect((await (await download(objid, 3)).text()).length).toBe(20_000)
  expect((await download(objid, 4)).status).toBe(404)
})

it('makes an earlier one the newest, and keeps the one before it', async () => {
  const objid = await write('one', 'two')
  const [data] = await store.ask(restoreVersion, { objectid: objid, versionno: 1 })
  expect(data?.fsobject.size).toBe(3)
  expect(await store.text('/a.txt')).toBe('one')
  expect((await versions(objid)).map(({ versionno }) => versionno)).toEqual([3, 2, 1])
  expect((await store.ask(restoreVersion, { objectid: objid, versionno: 9 }))[1]?.errcode).toBe('NOT_FOUND')
})

it('has a number that can be one', async () => {
  const beyond = { objectid: await write('one'), versionno: 2 ** 31 }
  for (const call of [restoreVersion, createTicket])
    expect((await store.ask(call, beyond))[1]).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
  expect((await download(beyond.objectid, beyond.versionno)).status).toBe(400)
})

it('is none where the content is the same', async () => {
  const objid = await write('same', 'same')
  expect(await versions(objid)).toHaveLength(1)
})

it(`keeps ${mostVersions} earlier ones, the newest`, async () => {
  const objid = await write(
    ...Array.from({ length: mostVersions + 5 }, (_, n) => `content ${String(n).padStart(4, '0')}`),
  )
  const list = await versions(objid)
  expect(list).toHaveLength(mostVersions + 1)
  expect(list.at(-1)?.versionno).toBe(5)
  const [used] = await store.ask(usage, {})
  expect(used?.used).toBe(12 * (mostVersions + 1))
  expect((await store.ask(fileInfo, { objectid: objid }))[0]?.versionno).toBe(mostVersions + 5)
})

it('made by many at once are all kept', async () => {
  await write('first')
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => store.put('/a.txt', `content ${n}`, { conflict: 'replace' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await versions(answers[0]?.fsobject?.objid ?? '')).toHaveLength(7)
})

it('of another filestore are not there', async () => {
  const objid = await write('one', 'two')
  const other = await app.store()
  expect((await other.ask(listVersions, { objectid: objid }))[1]?.errcode).toBe('NOT_FOUND')
  expect((await other.ask(restoreVersion, { objectid: objid, versionno: 1 }))[1]?.errcode).toBe('NOT_FOUND')
})

describe('saved by the file’s id', () => {
  const save = (objectid: string, versionno: number, text: string, init: RequestInit = {}) =>
    store.send({ objectid, versionno: String(versionno), file: new Blob([text]) }, init, addVersion)

  it('is the next version of it, whatever it is called by now', async () => {
    const objid = await write('one')
    await store.ask(moveFile, { srcfilepath: '/a.txt', dstfilepath: '/b.md' })
    const saved = await save(objid, 1, 'two')
    expect(saved).toMatchObject({ status: 200, fsobject: { objid, objname: 'b.md', size: 3 } })
    expect(saved.body).toMatchObject({ data: { versionno: 2 } })
    expect(await store.text('/b.md')).toBe('two')
    expect(await (await download(objid, 1)).text()).toBe('one')
  })

  it('is refused where somebody was faster, and what they saved stays', async () => {
    const objid = await write('one', 'theirs')
    expect(await save(objid, 1, 'mine')).toMatchObject({ status: 409, errcode: 'VERSION_CHANGED' })
    expect(await store.text('/a.txt')).toBe('theirs')
    expect((await save(objid, 2, 'mine')).status).toBe(200)
    expect(await store.text('/a.txt')).toBe('mine')
  })

  it('of several at once is one', async () => {
    const objid = await write('one')
    const texts = Array.from({ length: 6 }, (_, n) => `text ${n}`.repeat(5_000))
    const answers = await Promise.all(texts.map(text => save(objid, 1, text)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
    const winner = texts[answers.findIndex(({ status }) => status === 200)]
    expect(await store.text('/a.txt')).toBe(winner)
    expect(await versions(objid)).toHaveLength(2)
  })

  it('again, by those who did not hear the answer, is the same version', async () => {
    const objid = await write('one')
    await save(objid, 1, 'two')
    expect((await save(objid, 1, 'two')).body).toMatchObject({ data: { versionno: 2 } })
    expect(await versions(objid)).toHaveLength(2)
  })

  it('is not for viewers, not for others, and not where the file is gone', async () => {
    const objid = await write('one')
    const viewer = { headers: { authorization: `Bearer ${await store.token({ level: 'viewer' })}` } }
    expect((await save(objid, 1, 'two', viewer)).errcode).toBe('FILE_LEVEL')
    const other = { headers: { authorization: `Bearer ${(await app.store()).bearer}` } }
    expect((await save(objid, 1, 'two', other)).errcode).toBe('NOT_FOUND')
    await store.ask(deleteFile, { filepath: '/a.txt' })
    expect((await save(objid, 1, 'two')).errcode).toBe('NOT_FOUND')
  })

  it('needs room', async () => {
    store = await app.store({ quota: 10 })
    const objid = await write('one')
    expect((await save(objid, 1, 'x'.repeat(20))).errcode).toBe('QUOTA_FULL')
    expect((await save(objid, 1, 'four')).status).toBe(200)
  })
})
