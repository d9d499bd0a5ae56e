import { getCredentials } from './credentials.ts'

/** One's own, so that the next person on this browser does not land in it. */
const key = () => `plinth-last-org:${getCredentials()?.userid ?? ''}`

/** The organisation that the user had open last on this browser. */
export const lastOrg = () => localStorage.getItem(key()) ?? undefined

export const rememberOrg = (orgid: string) => localStorage.setItem(key(), orgid)
