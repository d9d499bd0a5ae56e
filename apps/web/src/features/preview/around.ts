import type { FsObject } from '@plinth/contract/file-fields'
import type { FileLevel } from '@plinth/contract/permissions'
import type { ReactNode } from 'react'
import type { Store } from '../../lib/file-client.ts'

type Listed = Pick<FsObject, 'objid' | 'objtype' | 'objname'>

/** The list from which a file was opened, and what it lends to the viewer. */
export type Around = {
  store: Store
  level: FileLevel
  fileid: string
  /** As far as the list was read. */
  items: readonly (Listed | undefined)[]
  /** Whether there is more behind its end. */
  goesOn: boolean
  /** Reads what stands at that place of the list. */
  reach: (index: number) => void
  details: (file: Pick<Listed, 'objid' | 'objtype'>) => ReactNode
  download: (file: Pick<Listed, 'objid' | 'objname'>) => void
  onGo: (fileid: string) => void
  onClose: () => void
}
