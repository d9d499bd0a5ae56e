import type { Model, Node } from '@plinth/files/testing/model'
import type { Random } from '@plinth/files/testing/random'
import type { ContentsPool } from './crash-contents.ts'
import type { Filestore, Outcome } from './crash-filestore.ts'

/** Copies are made of this one, and nothing in it changes. */
export const frozen = 'frozen'

/** Something that is asked of the server, and what it comes to once it is done. */
export interface Step {
  what: string
  send(): Promise<Outcome>
  /** Answers an errcode, or null. */
  apply(): string | null
}

export interface LaneContext {
  store: Filestore
  model: Model
  random: Random
  pool: ContentsPool
  /**
   * Copies that were asked for and are made in the background, by the name that each will have in the top folder. One whose
   * beginning was not answered, because the server died, comes about later too, or never.
   */
  copies: Map<string, Node>
  /** Those whose beginning was. */
  begunCopies: Set<string>
  somePath(): string[]
  someDir(): string[]
  somewhere(): string[]
}
