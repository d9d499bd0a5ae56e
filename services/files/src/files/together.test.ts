import { createHash } from 'node:crypto'
import type { RequestOf } from '@plinth/contract/call'
import { deleteDir, listDir } from '@plinth/contract/dirs'
import { fieldErrors } from '@plinth/contract/errors'
import { fileInfo, mostTogether, smallFileBytes, uploadFiles, usage } from '@plinth/contract/files'
import { listVersions } from '@plinth/contract/versions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inlineBytes, insertInline } from '../blobs/contents.repository.ts'
import { addFolder } from '../entries/adding.service.ts'
import type { FileTables } from '../tables.ts'
import { type Store, startFiles } from '../testing/stores.ts'
import { tusClient } from '../testing/tus.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
let top: string
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store()
  top = await topOf(store)
})

type One = RequestOf<typeof uploadFiles>['files'][number]

async function topOf({ ask }: Store): Promise<string> {
  const [list] = await ask(listDir, { path: '/' })
  return list?.objid ?? ''
}

const inBase64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')
const file = (path: string, content: string | Uint8Array, more: Partial<One> = {}): One => ({
  ...{ path, content: inBase64(content) },
  ...more,
})

async function upload(files: One[], parentid = top) {
  const [answer, error] = await store.ask(uploadFiles, { parentid, files })
  if (error) throw new Error(error.msg)
  return answer.uploads.map(one => ('error' in one ? one.error.errcode : one.fsobject.objname))
}

async function refusalOf(request: unknown) {
  const [, error] = await store.ask(uploadFiles, request as RequestOf<typeof uploadFiles>)
  return error
}

describe('files that come together', () => {
  it('read back as they were sent, from nothing to the most, with the folders they came in', async () => {
    const contents = [Buffer.alloc(0), Buffer.from([0, 255, 10, 13]), Buffer.alloc(smallFileBytes, 'x')]
    const paths = ['none', 'photos/2026/few.bin', 'photos/most.txt']
    expect(await upload(paths.map((path, n) => file(path, contents[n] ?? '')))).toEqual(['none', 'few.bin', 'most.txt'])
    for (const [n, path] of paths.entries()) {
      const response = await store.get(`/${path}`)
      expect(Buffer.from(await response.arrayBuffer()).equals(contents[n] ?? Buffer.alloc(1))).toBe(true)
    }
    expect(await store.names('/')).toEqual(['photos', 'none'])
    expect(await store.names('/photos')).toEqual(['2026', 'most.txt'])
  })

  it('go below the folder that is named', async () => {
    const parentid = await store.mkdir('/below')
    await upload([file('a.txt', 'a')], parentid)
    expect(await store.text('/below/a.txt')).toBe('a')
  })

  it('are refused one by one', async () => {
    await store.put('/taken', 'before')
    const wrong = createHash('sha256').update('another').digest('hex')
    const right = createHash('sha256').update('right').digest('hex')
    const answers = await upload([
      file('taken', 'x'),
      file('wrong', 'x', { sha256: wrong }),
      file('taken/below', 'x'),
      file('right', 'right', { sha256: right }),
      file('twice', 'first'),
      file('twice', 'second'),
    ])
    expect(answers).toEqual(['NAME_TAKEN', 'CHECKSUM_WRONG', 'NAME_TAKEN', 'right', 'twice', 'NAME_TAKEN'])
    expect(await store.names('/')).toEqual(['right', 'taken', 'twice'])
    expect(await store.text('/taken')).toBe('before')
    expect(await store.text('/twice')).toBe('first')
  })

  it('replace what is there, or stand beside it, where that was asked for', async () => {
    const { fsobject } = await store.put('/plan.txt', 'one')
    const answers = await upload([
      file('plan.txt', 'two', { conflict: 'replace' }),
      file('plan.txt', 'three', { conflict: 'keepboth' }),
    ])
    expect(answers).toEqual(['plan.txt', 'plan (2).txt'])
    expect(await store.text('/plan.txt')).toBe('two')
    expect(await store.text('/plan (2).txt')).toBe('three')
    const [kept] = await store.ask(listVersions, { objectid: fsobject?.objid ?? '' })
    expect(kept?.versions).toHaveLength(2)
  })

  it('may all have the same content', async () => {
    const files = Array.from({ length: mostTogether }, (_, n) => file(`same ${n}`, 'the same'))
    expect(await upload(files)).toEqual(files.map(({ path }) => path))
    for (const { path } of files) expect(await store.text(`/${path}`)).toBe('the same')
  })

  it('are counted, and refused where there is no room for them', async () => {
    store = await app.store({ quota: 10 })
    top = await topOf(store)
    expect(await upload([file('a', '12345'), file('b', '123456'), file('c', '12345'), file('d', '1')])).toEqual([
      ...['a', 'QUOTA_FULL', 'c', 'QUOTA_FULL'],
    ])
    const [sum] = await store.ask(usage, {})
    expect(sum).toMatchObject({ used: 10, left: 0 })
  })

  it('leave no bytes where they are refused', async () => {
    await store.put('/taken', 'before')
    const content = `refused ${store.nsname}`
    expect(await upload([file('taken', content)])).toEqual(['NAME_TAKEN'])
    const hash = createHash('sha256').update(content).digest('hex')
    const tables = app.platform.db.withTables<FileTables>()
    expect(await tables.query.selectFrom('blobs').selectAll().where('hash', '=', hash).execute()).toEqual([])
    expect(await inlineBytes(tables, hash)).toBeUndefined()
  })

  it('are there once each when several bring the same names into the same new folders at once', async () => {
    const files = Array.from({ length: 8 }, (_, n) => `deep/er/${n % 3}/${n}`)
    const senders = ['one', 'two', 'three', 'four']
    const answers = await Promise.all(senders.map(sender => upload(files.map(path => file(path, `${sender} ${path}`)))))
    for (const [n, path] of files.entries()) {
      const winners = senders.filter((_sender, index) => answers[index]?.[n] === String(n))
      expect(winners).toHaveLength(1)
      expect(await store.text(`/${path}`)).toBe(`${winners[0]} ${path}`)
    }
    expect(await store.names('/deep/er')).toEqual(['0', '1', '2'])
  })
})

describe('several that bring the same at the same time', () => {
  const ours = (word: string) => Buffer.from(`${word} of ${store.nsname}`)
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const tables = () => app.platform.db.withTables<FileTables>()
  type FileTx = Parameters<Parameters<ReturnType<typeof tables>['transaction']>[0]>[0]

  /** Where two wait for each other, the database makes one of them start anew after a second. This fails before that. */
  async function neverWait(tx: FileTx) {
    if (tx.engine === 'postgres') await sql`set local lock_timeout = 500`.execute(tx.query)
  }

  /** On SQLite they wait from the beginning. */
  async function untilOneWaitsFor(tx: FileTx) {
    const waiting = sql`select pg_stat_clear_snapshot(), pid from pg_stat_activity
      where pg_backend_pid() = any(pg_blocking_pids(pid))`
    while (tx.engine === 'postgres' && (await waiting.execute(tx.query)).rows.length === 0);
  }

  it('wait for each other in one order, whatever the order in which they were sent', async () => {
    const contents = [ours('one'), ours('other')].sort((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1))
    const [first, second] = contents.map(bytes => ({ hash: hashOf(bytes), bytes }))
    if (!first || !second) throw new Error('There are two')
    let sent: ReturnType<typeof upload> | undefined
    await tables().transaction(async tx => {
      await insertInline(tx, first)
      sent ??= upload([file('a', second.bytes), file('b', first.bytes)])
      await untilOneWaitsFor(tx)
      await neverWait(tx)
      await insertInline(tx, second)
    })
    expect(await sent).toEqual(['a', 'b'])
    expect([await store.text('/a'), await store.text('/b')]).toEqual([`${second.bytes}`, `${first.bytes}`])
  })

  it('do so with names, too', async () => {
    let sent: ReturnType<typeof upload> | undefined
    const actor = { nsname: store.nsname, userid: 'mara' }
    await tables().transaction(async tx => {
      await addFolder(tx, actor, { parentid: top, name: 'a', conflict: 'refuse' })
      sent ??= upload([file('b', 'x'), file('a', 'x')])
      await untilOneWaitsFor(tx)
      await neverWait(tx)
      await addFolder(tx, actor, { parentid: top, name: 'b', conflict: 'refuse' })
    })
    expect(await sent).toEqual(['NAME_TAKEN', 'NAME_TAKEN'])
  })
})

describe('a request with files', () => {
  it('is refused as a whole where it is wrong, and nothing of it is stored', async () => {
    const good = file('good', 'x')
    const wrong: [unknown, string][] = [
      [{ files: [good] }, 'parentid'],
      [{ parentid: top }, 'files'],
      [{ parentid: top, files: [] }, 'files'],
      [{ parentid: top, files: Array(mostTogether + 1).fill(good) }, 'files'],
      [{ parentid: top, files: [good, file('../x', 'x')] }, 'files.1.path'],
      [{ parentid: top, files: Array(5).fill(file(`${'a/'.repeat(200)}x`, 'x')) }, 'files'],
      [{ parentid: top, files: [good, file(`${'a/'.repeat(256)}x`, 'x')] }, 'files.1.path'],
      [{ parentid: top, files: [good, file('', 'x')] }, 'files.1.path'],
      [{ parentid: top, files: [good, file('/x', 'x')] }, 'files.1.path'],
      [{ parentid: top, files: [good, file('x', Buffer.alloc(smallFileBytes + 1))] }, 'files.1.content'],
      [{ parentid: top, files: [good, { path: 'x', content: 'not Base64' }] }, 'files.1.content'],
      [{ parentid: top, files: [good, { path: 'x', content: 'abc' }] }, 'files.1.content'],
      [{ parentid: top, files: [good, file('x', 'x', { sha256: 'abc' })] }, 'files.1.sha256'],
    ]
    for (const [request, field] of wrong) {
      const error = await refusalOf(request)
      expect([error?.errcode, Object.keys(fieldErrors(error as never) ?? {})]).toEqual(['BAD_INPUT', [field]])
    }
    expect(await store.names('/')).toEqual([])
  })

  it('puts nothing deeper than paths lead, below a folder that lies deep itself either', async () => {
    const [made] = await store.ask(uploadFiles, { parentid: top, files: [file(`${'a/'.repeat(100)}x`, 'x')] })
    const [one] = made?.uploads ?? []
    const objectid = one && 'fsobject' in one ? one.fsobject.objid : ''
    const [info] = await store.ask(fileInfo, { objectid })
    const parentid = info?.parentid ?? ''
    const error = await refusalOf({ parentid, files: [file(`${'b/'.repeat(156)}x`, 'x')] })
    expect([error?.errcode, Object.keys(fieldErrors(error as never) ?? {})]).toEqual(['BAD_INPUT', ['files.0.path']])
    const tus = tusClient(
      () => app.url,
      () => store.bearer,
    )
    const relativePath = `${'b/'.repeat(156)}x`
    expect((await tus.create(1, { filename: 'x', parentid, relativePath })).errcode).toBe('BAD_INPUT')
    expect((await tus.create(1, { filename: 'x', parentid, relativePath: relativePath.slice(2) })).status).toBe(201)
    const path = '/a'.repeat(100)
    expect(await store.names(path)).toEqual(['x'])
    const [, missing] = await store.ask(listDir, { path: `${path}${'/b'.repeat(156)}` })
    const [, refused] = await store.ask(listDir, { path: `${path}${'/b'.repeat(157)}` })
    expect([missing?.errcode, refused?.errcode]).toEqual(['NOT_FOUND', 'BAD_INPUT'])
  })

  it('finds no folder of another filestore, none in the trash, and no file', async () => {
    const files = [file('a', 'x')]
    const other = await topOf(await app.store())
    const parentid = await store.mkdir('/gone')
    await store.ask(deleteDir, { dirpath: '/gone' })
    const { fsobject } = await store.put('/file', 'x')
    for (const one of [other, parentid, fsobject?.objid, 'unknown'])
      expect((await refusalOf({ parentid: one, files }))?.errcode).toBe('NOT_FOUND')
  })

  it('of a viewer is refused', async () => {
    const [, error] = await (await store.as('viewer'))(uploadFiles, { parentid: top, files: [file('a', 'x')] })
    expect(error?.errcode).toBe('FILE_LEVEL')
    expect(await store.names('/')).toEqual([])
  })
})
