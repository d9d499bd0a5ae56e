import * as z from 'zod'
import { fileKinds } from './file-kinds.ts'
import { bytesOf, longestName } from './names-beside.ts'

const longestPath = 12_000
/** How many names lead to something, itself included. What lies deeper costs more to find than anybody has a use for. */
export const deepest = 256
export const tooDeep = `At most ${deepest} names can lead to something.`

const control = /[\p{Cc}]/u

/** What is wrong with a name, or undefined. It is the name in its normal form (NFC). */
function wrongWith(name: string): string | undefined {
  if (name === '.' || name === '..') return 'A name cannot be . or ..'
  if (name.includes('/')) return 'A name cannot contain /.'
  if (control.test(name)) return 'A name cannot contain control characters.'
  if (!name.isWellFormed()) return 'A name has to be valid Unicode.'
  if (bytesOf(name) > longestName) return `A name can have at most ${longestName} bytes.`
  return undefined
}

const given = (empty: string) =>
  z.string({ error: ({ input }) => (input === undefined ? empty : undefined) }).min(1, empty)

/** A name as it is stored: two that are the same after normalisation are the same name. */
const name = (empty: string) =>
  given(empty)
    .max(longestPath)
    .normalize('NFC')
    .superRefine((text, context) => {
      const wrong = wrongWith(text)
      if (wrong) context.addIssue(wrong)
    })

/** A path as the names on the way down from the top folder, which is `/`. A slash at the end means nothing. */
const path = (empty: string, most = deepest) =>
  given(empty)
    .max(longestPath, 'This path is too long.')
    .normalize('NFC')
    .superRefine((text, context) => {
      const names = text.replace(/\/$/, '').split('/')
      if (names.shift() !== '') return context.addIssue('A path begins with /.')
      if (names.length > most) return context.addIssue(tooDeep)
      const wrong = names.map(one => (one === '' ? 'A path cannot have an empty name in it.' : wrongWith(one)))
      const first = wrong.find(sentence => sentence !== undefined)
      if (first) context.addIssue(first)
    })
    .transform(text => text.split('/').filter(one => one !== ''))

export const dirpath = path('Folder path cannot be empty')
/** Of a folder that something is put into. */
export const parentdirpath = path('Folder path cannot be empty', deepest - 1)
export const dirname = name('Folder name cannot be empty')
export const filename = name('File name cannot be empty')

/** The path of something that is not the top folder. */
export const filepath = path('File path cannot be empty').refine(names => names.length > 0, 'This is the top folder.')

/** The way from a folder to a file below it, as browsers have it: without a slash at its beginning. */
export const relativePath = z
  .string()
  .transform(text => `/${text}`)
  .pipe(path('File path cannot be empty'))
  .refine(names => names.length > 0, 'This names no file.')

export const objectid = given('Object id cannot be empty').regex(/^[\w-]{1,64}$/, 'This is not an object id.')

/** Which one is meant: where the path leads to another by now, nothing is done. */
export const meant = objectid.optional()

/** What happens where the name is taken: nothing and a 409, the new takes its place, or the new gets a name beside it. */
export const conflict = z.enum(['refuse', 'replace', 'keepboth']).default('refuse')
/** The same where nothing can be replaced. */
export const conflictBeside = z.enum(['refuse', 'keepboth']).default('refuse')

/** A content's SHA-256 in hex, to be sure that it arrives as it was sent. */
export const contentHash = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'This is not a SHA-256 in hex.')

/** When a file was changed last where it comes from, in milliseconds since 1970. One in the future counts as now. */
export const lastmodified = z.int().min(0)
/** The same where it comes as text. */
export const writtenLastmodified = z
  .string()
  .regex(/^\d{1,16}$/, 'This is not a time in milliseconds.')
  .transform(Number)
  .pipe(lastmodified)

export const cursor = z.string().max(4_000).optional()

/** As far as the database counts. */
const lastVersion = 2_147_483_647
export const versionno = z.int().min(1).max(lastVersion)
/** The same where it comes as text: in an address, or in a form. */
export const writtenVersionno = z.coerce.number().pipe(versionno)

/** What is left out of a list: all that is not of this kind, was not changed since (milliseconds), or not by this person. */
export const fileFilter = {
  kind: z.enum(fileKinds).optional(),
  since: z.coerce.number().int().min(0).optional(),
  modifiedby: z.string().min(1).max(255).optional(),
}

/** objtype 1 is a folder, 2 a file. Of a folder, size and filecount are those of all that is below it. */
const objectFields = {
  objtype: z.union([z.literal(1), z.literal(2)]),
  objid: z.string(),
  objname: z.string(),
  size: z.number(),
  filecount: z.number().nullable(),
  mediatype: z.string().nullable(),
  createdat: z.number(),
  createdby: z.string(),
  modifiedat: z.number(),
  modifiedby: z.string(),
  /** Of an image that has a thumbnail, in lists and /file/info. Another content has another. */
  thumbnail: z.string().optional(),
}

export const fsobject = z.strictObject(objectFields)
/** With the id of what had its name there and is in the trash now. */
export const moved = z.strictObject({ fsobject, replaced: z.string().optional() })
export type FsObject = z.output<typeof fsobject>

/** The same for lists over many folders: with the path of the folder it lies in. */
export const foundObject = z.strictObject({ ...objectFields, parentpath: z.string(), parentid: z.string() })
export type FoundObject = z.output<typeof foundObject>

/** The same for one of them: with the way to it, and of a file its SHA-256 in hex and the number of its version. */
export const oneObject = z.strictObject({
  ...objectFields,
  path: z.string(),
  parentid: z.string().nullable(),
  sha256: z.string().nullable(),
  versionno: z.number().nullable(),
})
