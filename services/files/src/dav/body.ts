import type { FastifyReply, FastifyRequest } from 'fastify'
import { DavFailure } from './failures.ts'

/** What a body of XML may have; files are not read here. */
const mostBytes = 256 * 1024

export async function readBody({ raw, headers }: FastifyRequest, reply: FastifyReply): Promise<string> {
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw new DavFailure(413)
  if (headers.expect !== undefined) reply.raw.writeContinue()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new DavFailure(413)
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8').decode(Buffer.concat(chunks))
}
