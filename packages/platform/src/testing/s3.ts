import { AwsClient } from 'aws4fetch'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Asking here starts the S3 server of the test run, if nobody has asked before, and answers where it is. */
    s3Door: string
    /** Set where the tests that do not say otherwise keep their bytes in an S3 store. */
    bytesInS3?: boolean
  }
}

/** Where the project under test keeps bytes: nothing for the disk. */
export async function testBlobUrl(): Promise<{ BLOB_URL?: string }> {
  return inject('bytesInS3') ? { BLOB_URL: await createTestBucket() } : {}
}

/** Installing a server, should there be none, takes longer than a hook may. */
export const S3_START_MS = 300_000

/** An empty bucket on a real S3 server, as BLOB_URL. */
export async function createTestBucket(): Promise<string> {
  const answer = await fetch(inject('s3Door'))
  const server = await answer.text()
  if (!answer.ok) throw new Error(server)
  const { username, password, host } = new URL(server)
  const [accessKeyId, secretAccessKey] = [decodeURIComponent(username), decodeURIComponent(password)]
  const bucket = `test-${crypto.randomUUID()}`
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' })
  const made = await client.fetch(`http://${host}/${bucket}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`The S3 server makes no bucket: ${made.status} ${await made.text()}`)
  return `${server}/${bucket}?tls=false`
}
