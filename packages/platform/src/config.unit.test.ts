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

describe('where it listens', () => {
  it('is one place alone, also where localhost is two', () => {
    expect(readConfig({}).host).toBe('127.0.0.1')
    expect(readConfig({ HOST: 'localhost' }).host).toBe('127.0.0.1')
    expect(readConfig({ HOST: '::1' }).host).toBe('::1')
  })
})

describe('whose X-Forwarded-For is believed', () => {
  it('is a proxy on this machine, or those that are named', () => {
    expect(readConfig({}).trustProxy).toEqual(['loopback'])
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,192.0.2.7, fd00::/8' }).trustProxy).toEqual([
      ...['loopback', '10.0.0.0/8', '192.0.2.7', 'fd00::/8'],
    ])
  })

  // The number of proxies, as others count them, would be taken for the address 0.0.0.2.
  it.each(['true', '2', 'proxy.example.org', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1/8/8', '10.0.0.1,', 'fd00::/129'])(
    'stops the start when it is %s',
    value => {
      expect(() => readConfig({ TRUST_PROXY: value })).toThrow(
        'TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas.',
      )
    },
  )
})

describe('an address that other paths are put behind', () => {
  it.each(['PUBLIC_URL', 'PLINTH_FILES_URL'])('has none of its own: %s', name => {
    expect(() => readConfig({ [name]: 'https://example.org/plinth' })).toThrow(`${name} must have no path.`)
    expect(() => readConfig({ [name]: 'https://example.org:8443/' })).not.toThrow()
  })
})

describe('caught mail', () => {
  it('is shown where the product is for this machine', () => {
    expect(readConfig({ PORT: '9000' }).mailPage).toBe('http://localhost:9000/_mail')
    expect(readConfig({ PUBLIC_URL: 'http://[::1]:9000' }).mailPage).toBe('http://[::1]:9000/_mail')
  })

  it('is not shown where mails are sent, or where others come in', () => {
    expect(readConfig({ SMTP_URL: 'smtp://mail.example.org' }).mailPage).toBeUndefined()
    expect(readConfig({ PUBLIC_URL: 'https://plinth.example.org' }).mailPage).toBeUndefined()
  })
})

describe('the mail server', () => {
  // Without a host it would be this machine.
  it.each(['mail.example.org:587', 'smtp:mail.example.org', 'smtp://', 'smtp:///mail.example.org'])(
    'stops the start when it is %s',
    value => {
      expect(() => readConfig({ SMTP_URL: value })).toThrow('SMTP_URL must look like smtp://user:password@host:587.')
    },
  )
})

describe('the sender of mails', () => {
  it('is at the host that people know, unless told otherwise: no server takes mails from localhost', () => {
    const known = { PUBLIC_URL: 'https://plinth.example.org', SMTP_URL: 'smtp://mail.example.org' }
    expect(readConfig(known).mailFrom).toBe('Plinth <plinth@plinth.example.org>')
    expect(readConfig({ ...known, MAIL_FROM: 'us@example.org' }).mailFrom).toBe('us@example.org')
  })
})
