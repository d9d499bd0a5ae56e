import type { FsObject } from '@plinth/contract/file-fields'
import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileType,
  FileVideo,
  Folder,
  type LucideIcon,
  Presentation,
} from 'lucide-react'

interface Kind {
  icon: LucideIcon
  /** Behind the ending of its name: 'PNG image'. */
  noun: string
  tone: string
}

const [grey, blue, green, red, amber] = ['text-faint', 'text-accent', 'text-success', 'text-danger', 'text-warning']

const folder: Kind = { icon: Folder, noun: 'Folder', tone: `${blue} fill-accent-soft` }
const source: Kind = { icon: FileCode, noun: 'source', tone: blue }
const other: Kind = { icon: File, noun: 'file', tone: grey }

/** The first whose pattern fits the media type, or the ending of the name, decides. */
const kinds: readonly [RegExp, RegExp | undefined, Kind][] = [
  [/^video\/mp2t$/, undefined, source],
  [/^image\//, undefined, { icon: FileImage, noun: 'image', tone: green }],
  [/^video\//, undefined, { icon: FileVideo, noun: 'video', tone: red }],
  [/^audio\//, undefined, { icon: FileMusic, noun: 'audio', tone: amber }],
  [/^font\//, undefined, { icon: FileType, noun: 'font', tone: grey }],
  [/^application\/pdf$/, undefined, { icon: FileText, noun: 'document', tone: red }],
  [/spreadsheet|excel|csv|numbers/, undefined, { icon: FileSpreadsheet, noun: 'spreadsheet', tone: green }],
  [/presentation|powerpoint|keynote/, undefined, { icon: Presentation, noun: 'presentation', tone: amber }],
  [/msword|wordprocessing|opendocument\.text|rtf/, undefined, { icon: FileText, noun: 'document', tone: blue }],
  [/zip|tar|7z|rar|compressed|archive/, /^(gz|xz|zst|bz2)$/, { icon: FileArchive, noun: 'archive', tone: amber }],
  [
    /json|xml|javascript|typescript|html|css|x-sh|x-python|yaml|toml|sql|wasm/,
    /^(tsx?|jsx?|py|rs|go|java|kt|rb|php|c|h|cpp|cs|swift|sh|vue|svelte)$/,
    source,
  ],
  [/^text\//, undefined, { icon: FileText, noun: 'text', tone: grey }],
]

const endingOf = (name: string) => (name.lastIndexOf('.') > 0 ? name.slice(name.lastIndexOf('.') + 1) : '')

export function kindOf({ objtype, objname, mediatype }: Pick<FsObject, 'objtype' | 'objname' | 'mediatype'>): Kind {
  if (objtype === 1) return folder
  const ending = endingOf(objname).toLowerCase()
  const found = kinds.find(([type, name]) => type.test(mediatype ?? '') || name?.test(ending))
  return found?.[2] ?? other
}

/** 'Folder', 'PNG image', 'File'. */
export function kindName(object: Pick<FsObject, 'objtype' | 'objname' | 'mediatype'>): string {
  const { noun } = kindOf(object)
  if (object.objtype === 1) return noun
  const ending = endingOf(object.objname)
  const text = ending && ending.length <= 6 ? `${ending.toUpperCase()} ${noun}` : noun
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}
