import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chunksOf, contentOf, sha256 } from '@plinth/platform/testing/contents'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChecked } from '../testing/checked.ts'

describe('fsck, on disk', () => {
  let scene: Awaited<ReturnType<typeof startChecked>>
  beforeAll(async () => {
    scene = await startChecked({ BLOB_URL: '' })
  })
  afterAll(() => scene.close())

  it('finds a file whose content is not in the books', async () => {
    const { store, query, check, force, objidOf } = scene
    const objid = await objidOf('small.txt')
    const { blobhash } = await query
      .selectFrom('entries')
      .select('blobhash')
      .where('objid', '=', objid)
      .executeTakeFirstOrThrow()
    await force(sql`update entries set blobhash = ${'f'.repeat(64)} where objid = ${objid}`)
    expect((await check()).text).toContain(
      `${store.nsname}:/plans/old/small.txt has the content ${'f'.repeat(64)}, which is not in the books.`,
    )
    await force(sql`update entries set blobhash = null where objid = ${objid}`)
    expect((await check()).text).toContain(`${store.nsname}:/plans/old/small.txt has no content.`)
    await force(sql`update entries set blobhash = ${blobhash}, size = size + 1 where objid = ${objid}`)
    expect((await check()).text).toContain(
      `${store.nsname}:/plans/old/small.txt is said to have 16 bytes, and its content has 15.`,
    )
    await force(sql`update entries set size = size - 1 where objid = ${objid}`)
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('finds a version whose file or content is gone', async () => {
    const { store, query, check, force } = scene
    const version = await query.selectFrom('versions').selectAll().executeTakeFirstOrThrow()
    const { objid } = version
    await force(sql`update versions set blobhash = ${'f'.repeat(64)} where objid = ${objid}`)
    expect((await check()).text).toContain(`Version 1 of ${store.nsname}:/plans/big.bin has the content fff`)
    await force(sql`update versions set blobhash = ${version.blobhash}, objid = 'nobody' where objid = ${objid}`)
    expect((await check()).text).toContain('Version 1 is of the file nobody, which is not there.')
    await force(sql`update versions set objid = ${objid} where objid = 'nobody'`)
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('finds what is in no folder, in one that is not there, in a file, or in a circle', async () => {
    const { store, query, check, force, objidOf } = scene
    const [old, plans] = [await objidOf('old'), await objidOf('plans')]
    const { parentid: root } = await query
      .selectFrom('entries')
      .select('parentid')
      .where('objid', '=', plans)
      .executeTakeFirstOrThrow()
    const move = (objid: string, to: string | null) =>
      force(sql`update entries set parentid = ${to} where objid = ${objid}`)
    await move(old, null)
    expect((await check()).text).toContain(`${store.nsname}: …/old is in no folder.`)
    await move(old, 'nowhere')
    expect((await check()).text).toContain(`${store.nsname}: …/old is in the folder nowhere, which is not there.`)
    await move(old, await objidOf('empty.txt'))
    expect((await check()).text).toContain(`${store.nsname}:/plans/empty.txt/old is in a file.`)
    await move(old, plans)
    await move(plans, old)
    expect((await check()).text).toMatch(/ …\/old\/plans is in a circle of folders that leads nowhere\./)
    await move(plans, root)
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('finds an entry of a filestore that is not there', async () => {
    const { store, check, force, objidOf } = scene
    const objid = await objidOf('small.txt')
    await force(sql`update entries set nsname = 'acme/site/none' where objid = ${objid}`)
    expect((await check()).text).toContain('belongs to the filestore acme/site/none, which is not there.')
    await force(sql`update entries set nsname = ${store.nsname} where objid = ${objid}`)
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('finds users counted wrongly, and counts them anew', async () => {
    const { big, query, check } = scene
    await query.updateTable('blobs').set({ refs: 7 }).where('hash', '=', sha256(big)).execute()
    expect((await check()).text).toMatch(
      new RegExp(`The content ${sha256(big)} is counted as used \\d+ times, and is used 2 times .*/plans/big.bin`),
    )
    expect(await check({ repair: true })).toMatchObject({ faults: 0 })
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('finds folders, filestores and organisations counted wrongly, and counts them anew', async () => {
    const { store, query, check, objidOf } = scene
    const objid = await objidOf('old')
    const wrong = (folderid: string) =>
      query
        .insertInto('foldersizes')
        .values({ folderid, bytes: 5, files: 1 })
        .onConflict(known => known.column('folderid').doUpdateSet({ bytes: sql`foldersizes.bytes + 5` }))
        .execute()
    await wrong(objid)
    expect((await check()).text).toMatch(
      /The folder .*:\/plans\/old is counted as \d+ bytes in . files, and holds 15 bytes/,
    )
    expect(await check({ repair: true })).toMatchObject({ faults: 0 })
    await wrong(`ns:${store.nsname}`)
    expect((await check()).text).toContain(`${store.nsname} is counted as`)
    expect(await check({ repair: true })).toMatchObject({ faults: 0 })
    await wrong('org:acme')
    expect((await check()).text).toMatch(/^acme is counted as/)
    expect(await check({ repair: true })).toMatchObject({ faults: 0 })
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('finds names that the search would not, and puts them into its index', async () => {
    const { store, query, engine, check, objidOf } = scene
    const objid = await objidOf('small.txt')
    const { entryno } = await query
      .selectFrom('entries')
      .select('entryno')
      .where('objid', '=', objid)
      .executeTakeFirstOrThrow()
    const sqlite = engine === 'sqlite'
    const key = sql.ref(sqlite ? 'rowid' : 'entryno')
    const grams = sqlite ? sql`'abc'` : sql`'{1,2}'::int[]`
    await query.updateTable('entries').set({ searchname: 'other' }).where('objid', '=', objid).execute()
    await sql`delete from namegrams where ${key} = ${entryno}`.execute(query)
    await sql`insert into namegrams (${key}, grams) values (999999, ${grams})`.execute(query)
    const { text } = await check()
    expect(text).toContain(`${store.nsname}:/plans/old/small.txt is sorted and searched by another name than it has.`)
    expect(text).toContain(`${store.nsname}:/plans/old/small.txt is not in the index of names as it should be.`)
    expect(text).toContain('The index of names knows entry 999999, which is not there.')
    expect(await check({ repair: true })).toMatchObject({ faults: 0 })
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('finds small contents whose bytes are missing or damaged', async () => {
    const { query, check } = scene
    const hash = sha256(Buffer.from('a small content'))
    const change = (bytes: Buffer) => query.updateTable('blobbytes').set({ bytes }).where('hash', '=', hash).execute()
    await change(Buffer.from('A small content'))
    expect((await check()).text).toMatch(
      /The bytes of the content .*:\/plans\/old\/small.txt.* in the database are damaged/,
    )
    expect(await check({ quick: true })).toMatchObject({ faults: 0 })
    await change(Buffer.from('a'))
    expect((await check({ quick: true })).text).toContain('in the database are 1, not 15.')
    await query.deleteFrom('blobbytes').where('hash', '=', hash).execute()
    expect((await check({ repair: true })).text).toContain('are missing from the database.')
    await query
      .insertInto('blobbytes')
      .values({ hash, bytes: Buffer.from('a small content') })
      .execute()
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('does not mind contents that wait for the sweep, with or without bytes', async () => {
    const { query, check } = scene
    const hash = sha256(contentOf(10))
    await query.insertInto('blobs').values({ hash, size: 99_999, refs: 0, inline: 0, zerosince: Date.now() }).execute()
    expect(await check()).toMatchObject({ faults: 0, text: expect.stringContaining('will be swept') })
    await query.deleteFrom('blobs').where('hash', '=', hash).execute()
  })

  it('finds contents whose bytes were changed, cut or left behind on the disk, and leaves them alone', async () => {
    const { store, big, blobs, dataFolder, check } = scene
    const pathOf = (hash: string) => join(dataFolder, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash)
    const path = pathOf(sha256(big))
    const changed = Buffer.from(big)
    changed[50_000] = (changed[50_000] ?? 0) ^ 1
    await writeFile(path, changed)
    expect((await check()).text).toMatch(/The bytes of the content .*\/plans\/big.bin.* are damaged\./)
    expect(await check({ quick: true })).toMatchObject({ faults: 0 })
    await writeFile(path, big.subarray(1))
    for (const quick of [true, false]) {
      const { faults, text } = await check({ quick, repair: true })
      expect([faults, text]).toEqual([1, expect.stringMatching(/big.bin.* has 99999 bytes in the store, not 100000\./)])
    }
    await writeFile(path, big)
    expect(await check()).toMatchObject({ faults: 0 })

    const stray = await blobs.receive(chunksOf(contentOf(50_000)))
    await stray.keep()
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    await utimes(pathOf(stray.hash), longAgo, longAgo)
    expect((await check({ repair: true })).text).toContain(
      `The store holds 50000 bytes of a content ${stray.hash} that is not in the books.`,
    )
    expect(await blobs.has(stray.hash)).toBe(true)
    await blobs.remove(stray.hash)
    expect((await store.get('/plans/big.bin')).status).toBe(200)
  })
})
