import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { StartRefused } from '../errors.ts'

/** What a backup holds, in a file of its own beside it. */
export const MANIFEST = 'plinth-backup.json'

const FORMAT = 1

const listed = z.object({ file: z.string(), rows: z.number(), sha256: z.string() })

const manifest = z.object({
  format: z.literal(FORMAT),
  madeat: z.iso.datetime(),
  /** Which tables there are and what they look like follows from these. */
  migrations: z.array(z.object({ service: z.string(), name: z.string(), checksum: z.string() })),
  tables: z.array(listed.extend({ table: z.string(), lastid: z.number().nullable() })),
  /** Which contents belong to it. */
  contents: listed.extend({ bytes: z.number() }),
  /** Contents that something refers to and that were not there. */
  missing: z.array(z.string()),
})

/** The folder is taken for a backup that was begun and never completed. */
const begun = z.object({ format: z.literal(FORMAT), begunat: z.string() })

export type Manifest = z.output<typeof manifest>
export type ListedTable = Manifest['tables'][number]

/** Undefined where there is no such file, 'begun' where a backup was broken off before there ever was one. */
export async function readManifest(folder: string): Promise<Manifest | 'begun' | undefined> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(error => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const content = parsed(text)
  if (begun.safeParse(content).success) return 'begun'
  const read = manifest.safeParse(content)
  if (read.success) return read.data
  throw new StartRefused(
    (content as { format?: unknown } | undefined)?.format === FORMAT || content === undefined
      ? `The backup is damaged: ${MANIFEST} cannot be read.`
      : 'The backup was made by another version of Plinth, in a format that this one does not know.',
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const writeManifest = (folder: string, content: Manifest) => write(folder, content)
export const markBegun = (folder: string) => write(folder, { format: FORMAT, begunat: new Date().toISOString() })
export const manifestFormat = FORMAT

/** In the place of the one before it, whole. */
async function write(folder: string, content: object): Promise<void> {
  const path = join(folder, MANIFEST)
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(`${JSON.stringify(content, null, 2)}\n`)
  await file.sync().finally(() => file.close())
  await rename(`${path}.new`, path)
  const place = await open(folder, 'r')
  await place.sync().finally(() => place.close())
}
