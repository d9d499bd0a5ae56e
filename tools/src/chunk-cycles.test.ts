import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findChunkCycle } from './chunk-cycles.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function chunks(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

it('finds files that import each other in a circle', async () => {
  await chunks({ 'a.js': 'import{x}from"./b.js";', 'b.js': 'import"./c-1.js"', 'c-1.js': 'export{y}from"./a.js"' })
  expect(await findChunkCycle(folder)).toEqual(['a.js', 'b.js', 'c-1.js', 'a.js'])
})

it('lets pass what is shared, and what is loaded later', async () => {
  await chunks({ 'a.js': 'import"./b.js";import"./c.js"', 'b.js': 'import"./c.js"', 'c.js': 'import("./a.js")' })
  expect(await findChunkCycle(folder)).toBeUndefined()
})
