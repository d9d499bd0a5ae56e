import { getCredentials } from './credentials.ts'
import { local } from './storage.ts'

/** One's own, so that the next person on this browser does not land in it. */
const key = () => `plinth-last-org:${getCredentials()?.userid ?? ''}`

/** The organisation that the user had open last on this browser. */
export const lastOrg = () => local.getItem(key()) ?? undefined

export const rememberOrg = (orgid: string) => local.setItem(key(), orgid)
