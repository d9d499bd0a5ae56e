import type { SharedObject } from '@plinth/contract/shares'
import { Content } from './Content.tsx'
import type { OnDownload } from './NotShown.tsx'

type PublicContentProps = { file: SharedObject; address: string; onDownload?: OnDownload }

/** A file that anybody may read who has its address. */
export function PublicContent({ file, address, onDownload }: PublicContentProps) {
  // Another content of the same file is read anew.
  const source = { key: ['shared', address, file.modifiedat], address: async () => address }
  return <Content {...{ file, source, onDownload }} />
}
