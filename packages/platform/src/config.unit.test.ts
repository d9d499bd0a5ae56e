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

describe('the blob store', () => {
  it('is the disk unless told otherwise', () => {
    expect(readConfig({ BLOB_URL: '' }).blobStore).toBeUndefined()
  })

  it('is any S3 store, with TLS and in the usual region unless told otherwise', () => {
    expect(readConfig({ BLOB_URL: 's3://key:secret@s3.example.org/plinth-files' }).blobStore).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'plinth-files',
      key: 'key',
      secret: 'secret',
      region: 'us-east-1',
      patienceMs: 30_000,
    })
    const own = 's3://a%3Ab:c%2Fd%25@10.0.0.7:9000/files?region=eu-central-1&tls=false&patience=5'
    expect(readConfig({ BLOB_URL: own }).blobStore).toEqual({
      endpoint: 'http://10.0.0.7:9000',
      bucket: 'files',
      key: 'a:b',
      secret: 'c/d%',
      region: 'eu-central-1',
      patienceMs: 5_000,
    })
  })

  it.each([
    ['/var/blobs', 'BLOB_URL must look like s3://key:secret@s3.example.org:443/bucket?region=us-east-1&tls=true.'],
    ['https://key:secret@host/bucket', 'BLOB_URL must look like s3://'],
    ['s3://host/bucket', 'BLOB_URL must name a key, a secret and a host: s3://'],
    ['s3://key:secret@host', 'BLOB_URL must end with the name of a bucket: s3://'],
    ['s3://key:secret@host/a/b', 'BLOB_URL must end with the name of a bucket: s3://'],
    [
      's3://key:secret@host/bucket?zone=1',
      'BLOB_URL knows region, tls and patience behind the question mark, not zone.',
    ],
    ['s3://key:secret@host/bucket?tls=maybe', 'BLOB_URL must say tls=true or tls=false.'],
    ['s3://key:secret@host/bucket?patience=0', 'BLOB_URL must have a patience of 1 to 300 seconds.'],
    ['s3://key:100%@host/bucket', 'BLOB_URL must have a % in its key or secret written as %25.'],
  ])('stops the start when it is set up wrongly: %s', (url, sentence) => {
    expect(() => readConfig({ BLOB_URL: url })).toThrow(sentence)
  })
})
