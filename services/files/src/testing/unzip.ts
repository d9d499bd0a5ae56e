import { crc32 } from 'node:zlib'

export interface Unzipped {
  name: string
  size: number
  crc: number
  /** Milliseconds, as the extended time says. */
  modifiedat: number
  isFolder: boolean
  bytes: Buffer
}

interface Reader {
  length: number
  read(at: number, length: number): Buffer
}

export const readerOf = (bytes: Buffer): Reader => {
  return { length: bytes.length, read: (at, length) => bytes.subarray(at, at + length) }
}

/** Reads an archive the way programs do: from its end to the directory, from there to each file. Throws at what does not fit. */
export function unzip(reader: Reader, { content = true } = {}): Unzipped[] {
  const { count, offset, length } = directoryOf(reader)
  const directory = reader.read(offset, length)
  const found: Unzipped[] = []
  let at = 0
  while (at < length) {
    expectSignature(directory, at, 0x02014b50)
    const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)]
    const head = directory.subarray(at, at + 46 + nameLength + extraLength)
    found.push(fileOf(reader, head, content))
    at += head.length
  }
  if (found.length !== count) throw new Error(`${found.length} files instead of ${count}`)
  return found
}

function directoryOf(reader: Reader) {
  const end = reader.read(reader.length - 22, 22)
  expectSignature(end, 0, 0x06054b50)
  const plain = { count: end.readUInt16LE(10), length: end.readUInt32LE(12), offset: end.readUInt32LE(16) }
  if (plain.count < 0xffff && plain.length < 0xffffffff && plain.offset < 0xffffffff) return plain
  const locator = reader.read(reader.length - 42, 20)
  expectSignature(locator, 0, 0x07064b50)
  const end64 = reader.read(number64(locator, 8), 56)
  expectSignature(end64, 0, 0x06064b50)
  return { count: number64(end64, 32), length: number64(end64, 40), offset: number64(end64, 48) }
}

function fileOf(reader: Reader, head: Buffer, content: boolean): Unzipped {
  const nameLength = head.readUInt16LE(28)
  if ((head.readUInt16LE(8) & 0x0800) === 0) throw new Error('The name is not marked as UTF-8')
  const name = head.toString('utf8', 46, 46 + nameLength)
  const { time, values } = extrasOf(head.subarray(46 + nameLength))
  const large = (at: number) => (head.readUInt32LE(at) === 0xffffffff ? (values.shift() ?? -1) : head.readUInt32LE(at))
  const [size, stored, offset] = [large(24), large(20), large(42)]
  if (size !== stored) throw new Error(`${name} is compressed`)
  const crc = head.readUInt32LE(16)
  const local = reader.read(offset, 30)
  expectSignature(local, 0, 0x04034b50)
  const extraLength = local.readUInt16LE(28)
  const start = offset + 30 + local.readUInt16LE(26)
  if (reader.read(offset + 30, nameLength).toString() !== name) throw new Error(`${name} has two names`)
  if (local.readUInt16LE(6) & 8) checkDescriptor(reader, start + extraLength + size, size, crc)
  else if (local.readUInt32LE(14) !== crc) throw new Error(`${name} has two checksums`)
  const bytes = content ? reader.read(start + extraLength, size) : Buffer.alloc(0)
  if (content && crc32(bytes) !== crc) throw new Error(`${name} has another checksum`)
  return { name, size, crc, modifiedat: time * 1000, isFolder: name.endsWith('/'), bytes }
}

function checkDescriptor(reader: Reader, at: number, size: number, crc: number): void {
  const large = size >= 0xffffffff
  const bytes = reader.read(at, large ? 24 : 16)
  expectSignature(bytes, 0, 0x08074b50)
  const said = large ? number64(bytes, 8) : bytes.readUInt32LE(8)
  if (bytes.readUInt32LE(4) !== crc || said !== size) throw new Error('What follows the bytes says something else')
}

function extrasOf(extra: Buffer) {
  const values: number[] = []
  let time = 0
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    if (id === 0x5455) time = extra.readInt32LE(at + 5)
    if (id === 1) for (let value = 0; value < length; value += 8) values.push(number64(extra, at + 4 + value))
  }
  return { time, values }
}

const number64 = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at))

function expectSignature(bytes: Buffer, at: number, signature: number): void {
  if (bytes.readUInt32LE(at) !== signature) throw new Error(`No ${signature.toString(16)} where one should be`)
}
