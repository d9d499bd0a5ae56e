import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOfFile, readLines, type Value, writeLines } from './lines.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-lines-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('rows come back as they were, whatever is in them', async () => {
  const rows: Value[][] = [
    ['name', 'size', 'bytes'],
    ['two\nlines\u2028and \u2029more \ud83d\ude00', 2 ** 53 - 1, Buffer.from([0, 255, 10])],
    ['', -1, null],
    ['{"base64":"AA=="}', 0, Buffer.alloc(0)],
    ...Array.from({ length: 5_000 }, (_, n): Value[] => [`é${n}`.repeat(20), n, null]),
  ]
  const path = join(folder, 'rows.jsonl.gz')
  const written = await writeLines(
    path,
    (async function* () {
      yield* rows
    })(),
  )
  expect(written).toEqual({ rows: rows.length, sha256: await hashOfFile(path) })
  const read: Value[][] = []
  for await (const row of readLines(path)) read.push(row)
  expect(read).toEqual(rows)
})

it('a file that breaks off is not read as if it were whole', async () => {
  const path = join(folder, 'half.jsonl.gz')
  const rows = async function* () {
    for (let n = 0; n < 10_000; n++) yield [n, randomUUID()]
  }
  await writeLines(path, rows())
  await truncate(path, 100_000)
  await expect(async () => {
    for await (const _row of readLines(path));
  }).rejects.toThrow('unexpected end of file')
})
