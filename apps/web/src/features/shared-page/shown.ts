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

export type FolderWays = { folderid: string | undefined; linkTo: (folderid: string, name: string) => ReactNode }
