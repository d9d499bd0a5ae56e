import type { ResponseOf } from '@plinth/contract/call'
import type { SharedObject, shareInfo } from '@plinth/contract/shares'
import type { ReactNode } from 'react'
import type { Held } from './queries.ts'

export type Shown = {
  held: Held
  info: ResponseOf<typeof shareInfo>
  onTaken: () => void
  onPass: (pass: string) => void
}

/** Shows a file by the address at which its bytes are. The download is offered around it. */
export type Preview = (object: SharedObject, address: string) => ReactNode

export type FolderWays = {
  folderid: string | undefined
  linkTo: (folderid: string, name: string) => ReactNode
  /** The file that is looked at over the list, and who shows it there. */
  fileid: string | undefined
  onLook: (fileid: string) => void
  viewer: (around: Around) => ReactNode
}

/** What the list lends to whoever shows one of its files. */
interface Around {
  fileid: string
  items: readonly SharedObject[]
  goesOn: boolean
  reach: () => void
  waits: boolean
  error: { msg: string } | null
  retrying: boolean
  addressOf: (fileid: string) => string
  download: (file: SharedObject) => void
}
