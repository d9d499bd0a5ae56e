import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }

describe('the providers of single sign-on', () => {
  it('are off unless they are set up', () => {
    expect(readConfig({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' })).toMatchObject({
      google: undefined,
      github: undefined,
    })
  })

  it('are the public ones unless told otherwise', () => {
    expect(readConfig({ ...google, ...github })).toMatchObject({
      google: { clientId: 'id', clientSecret: 'secret', issuer: 'https://accounts.google.com' },
      github: { clientId: 'id', clientSecret: 'secret', url: 'https://github.com', apiUrl: 'https://api.github.com' },
    })
  })

  it('can be one’s own, with a path, and on this machine without TLS', () => {
    const own = { GITHUB_URL: 'https://git.example.org/', GITHUB_API_URL: 'https://git.example.org/api/v3/' }
    expect(readConfig({ ...github, ...own }).github).toMatchObject({
      url: 'https://git.example.org',
      apiUrl: 'https://git.example.org/api/v3',
    })
    for (const issuer of ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])
      expect(readConfig({ ...google, GOOGLE_ISSUER: issuer }).google).toMatchObject({ issuer })
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET must be set too, because GOOGLE_CLIENT_ID is.'],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID must be set too, because GOOGLE_CLIENT_SECRET is.'],
    [{ GITHUB_CLIENT_ID: 'id' }, 'GITHUB_CLIENT_SECRET must be set too, because GITHUB_CLIENT_ID is.'],
    [{ GITHUB_CLIENT_SECRET: 'x' }, 'GITHUB_CLIENT_ID must be set too, because GITHUB_CLIENT_SECRET is.'],
    [{ GOOGLE_ISSUER: 'google' }, 'GOOGLE_ISSUER must look like https://accounts.google.com.'],
    [{ GITHUB_URL: 'ftp://github.com' }, 'GITHUB_URL must look like https://github.com.'],
    [
      { GITHUB_API_URL: 'http://localhost.example.org' },
      'GITHUB_API_URL must begin with https: unless it is on this machine.',
    ],
  ])('stop the start when set up wrongly: %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})
