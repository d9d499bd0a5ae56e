import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { createDecoder } from './decoder.ts'

const decoder = createDecoder()
afterEach(() => decoder.stop())

const boat = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#357' } })
  .jpeg()
  .toBuffer()
const decode = () => decoder.decode(boat.length, async () => Readable.from([boat.subarray(0, 100), boat.subarray(100)]))

describe('the decoder', () => {
  it('takes one picture after the other', async () => {
    for (let times = 0; times < 3; times++) expect(await decode()).toHaveProperty('small')
    expect(await decoder.decode(10, async () => Readable.from([Buffer.from('no picture')]))).toHaveProperty('reason')
    expect(await decode()).toHaveProperty('large')
  })

  it('is started anew after it was ended in the middle of one', async () => {
    await decode()
    const half = new Readable({ read() {} })
    half.push(boat.subarray(0, 100))
    const broken = decoder.decode(boat.length, async () => {
      setImmediate(decoder.stop)
      return half
    })
    await expect(broken).rejects.toThrow()
    await expect.poll(() => half.destroyed).toBe(true)
    expect(await decode()).toHaveProperty('small')
  })

  it('is started anew where the bytes broke off, so that the next picture is not taken for their rest', async () => {
    const cut = new Readable({ read() {} })
    cut.push(boat.subarray(0, 100))
    const broken = decoder.decode(boat.length, async () => {
      setImmediate(() => cut.destroy(new Error('The store is away')))
      return cut
    })
    await expect(broken).rejects.toThrow('The store is away')
    expect(await decode()).toHaveProperty('small')
  })
})
