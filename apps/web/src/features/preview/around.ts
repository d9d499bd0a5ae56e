import type { FsObject } from '@plinth/contract/file-fields'
import type { FileLevel } from '@plinth/contract/permissions'
import type { ReactNode } from 'react'
import type { Store } from '../../lib/file-client.ts'

type Listed = Pick<FsObject, 'objid' | 'objtype' | 'objname'>

/** The list from which a file was opened, and the way through it. */
export type Walked = {
  fileid: string
  /** As far as the list was read. */
  items: readonly (Listed | undefined)[]
  /** Whether there is more behind its end. */
  goesOn: boolean
  /** Reads what stands at that place of the list. */
  reach: (index: number) => void
  onGo: (fileid: string) => void
}

/** What the list lends to the viewer besides. */
export type Around = Walked & {
  store: Store
  level: FileLevel
  details: (file: Pick<Listed, 'objid' | 'objtype'>) => ReactNode
  download: (file: Pick<Listed, 'objid' | 'objname'>) => void
  onClose: () => void
}
