import { startGithub } from './github.ts'
import { startGoogle } from './google.ts'

// Both providers as a process of their own, beside the product in a browser test.

const publicUrl = process.env.PUBLIC_URL ?? 'http://localhost:8080'
const client = (name: string) => ({
  clientId: process.env[`${name}_CLIENT_ID`] ?? 'plinth',
  clientSecret: process.env[`${name}_CLIENT_SECRET`] ?? 'secret',
  redirectUri: `${publicUrl}/auth/${name.toLowerCase()}`,
})

const github = await startGithub(client('GITHUB'), Number(process.env.GITHUB_PORT ?? 0))
// Last, because whoever waits for the two asks Google whether it is there.
const google = await startGoogle(client('GOOGLE'), Number(process.env.GOOGLE_PORT ?? 0))
console.log(`Google is at ${google.url}, GitHub at ${github.url}`)
