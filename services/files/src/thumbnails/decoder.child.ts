import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { thumbnailEdges } from '@plinth/contract/thumbnails'
import sharp, { type Sharp } from 'sharp'
import type { Decoded } from './decoder.ts'

/*
 * A process of its own, because decoders are where hostile files strike: if one crashes or grows beyond all bounds, this ends and
 * nothing else. It knows no secret, gives way to all others, and is the first to go where memory runs out.
 */

const mostPixels = 100_000_000
const quality = 72
const seconds = 30

setPriority(10)
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})
sharp.cache(false)
sharp.concurrency(1)
// Whatever a file is called, these formats alone are read: the rest have loaders that run more than they decode.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Tiff'].map(format => `VipsForeignLoad${format}Buffer`),
})

process.on('disconnect', () => process.exit())
process.send?.('ready')
for await (const picture of pictures()) process.send?.(await decode(picture))

/** One after the other: the length in four bytes, then as many bytes. */
async function* pictures(): AsyncGenerator<Buffer> {
  for (;;) yield await take((await take(4)).readUInt32BE())
}

async function take(length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; ) {
    const piece: Buffer | null = process.stdin.read(Math.min(length - at, process.stdin.readableLength || length - at))
    if (piece) at += piece.copy(bytes, at)
    else await once(process.stdin, 'readable')
  }
  return bytes
}

/** Nothing of what stands beside the picture goes along: neither where it was taken nor by whom. */
async function decode(picture: Buffer): Promise<Decoded> {
  try {
    const options = { limitInputPixels: mostPixels, failOn: 'error' } as const
    const large = await shrunk(sharp(picture, options).autoOrient(), thumbnailEdges.large)
    return { large, small: await shrunk(sharp(large), thumbnailEdges.small) }
  } catch (error) {
    return { reason: String(error) }
  }
}

function shrunk(picture: Sharp, edge: number): Promise<Buffer> {
  return picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds })
    .toBuffer()
}
