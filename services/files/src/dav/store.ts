import type { FileActor } from '@plinth/platform/http/bind'
import type { Namespace } from '../namespaces/namespaces.repository.ts'
import type { IfList } from './if-header.ts'

/** A request to something in a filestore: by whom, for what, and under which conditions. */
export interface StoreRequest {
  actor: FileActor
  namespace: Namespace
  place: string[]
  names: string[]
  /** What this server is called by those who call it. */
  hosts: string[]
  conditions: IfList[]
  headers: Record<string, string | undefined>
  /** What the same person is and may in another filestore. */
  reach: (place: string[]) => Promise<Pick<StoreRequest, 'actor' | 'namespace'>>
}
