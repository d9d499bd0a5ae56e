import { createClient } from '@plinth/contract/client'
import { dropToken, getCredentials } from './credentials.ts'

/** The one way to the services: `const [data, error] = await ask(call, request)`. */
export const ask = createClient({ token: () => getCredentials()?.accesstoken, onTokenDied: dropToken })
