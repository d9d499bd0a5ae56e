import type { Load } from '../load.ts'
import type { Sending } from '../wire.ts'

/** Something that people sign in to, with a list of fifty rows in it. */
export interface AccountServer {
  name: string
  version: string
  pid: number
  /** The folder that its packages are installed in. */
  installedIn: string
  /** Says who the caller is. */
  me: Load
  /** Fifty rows. */
  list: Load
  signIn?: Load
  stop(): Promise<void>
}

/** One that keeps files too. */
export interface AccountAndFileServer extends AccountServer {
  port: number
  upload(name: string): Sending
  download(name: string): Sending
}
