import { StartRefused } from '../errors.ts'

export interface S3Settings {
  /** Scheme, host and port, as a request needs them. */
  endpoint: string
  bucket: string
  key: string
  secret: string
  region: string
  /** How long it may say nothing until it counts as down. */
  patienceMs: number
}

const EXAMPLE = 's3://key:secret@s3.example.org:443/bucket?region=us-east-1&tls=true'
const known = ['region', 'tls', 'patience']
const PATIENCE_SECONDS = 30

/** BLOB_URL in parts, or a sentence that says what is wrong with it and never repeats the secret. */
export function readBlobUrl(value: string): S3Settings {
  if (!URL.canParse(value) || !value.startsWith('s3://')) return refuse(`must look like ${EXAMPLE}`)
  const { username, password, host, pathname, searchParams } = new URL(value)
  if (!host || !username || !password) return refuse(`must name a key, a secret and a host: ${EXAMPLE}`)
  const bucket = pathname.slice(1).replace(/\/$/, '')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    return refuse(`must end with the name of a bucket: ${EXAMPLE}`)
  const unknown = [...searchParams.keys()].find(name => !known.includes(name))
  if (unknown) return refuse(`knows region, tls and patience behind the question mark, not ${unknown}`)
  const tls = searchParams.get('tls') ?? 'true'
  if (tls !== 'true' && tls !== 'false') return refuse('must say tls=true or tls=false')
  const patience = Number(searchParams.get('patience') ?? PATIENCE_SECONDS)
  if (!(patience >= 1 && patience <= 300)) return refuse('must have a patience of 1 to 300 seconds')
  return {
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${host}`,
    bucket,
    key: decoded(username),
    secret: decoded(password),
    region: searchParams.get('region') || 'us-east-1',
    patienceMs: patience * 1_000,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return refuse('must have a % in its key or secret written as %25')
  }
}

function refuse(reason: string): never {
  throw new StartRefused(`BLOB_URL ${reason}.`)
}
