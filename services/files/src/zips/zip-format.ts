/** The parts of a zip archive, byte by byte (APPNOTE 6.3). Nothing is compressed, names are UTF-8, zip64 comes where it is needed. */

export interface Member {
  /** With slashes, and one at the end of a folder's. */
  name: Buffer
  isFolder: boolean
  size: number
  modifiedat: number
  /** Of what is not known yet 0; a descriptor says it after the bytes. */
  crc: number
  hasDescriptor: boolean
}

const MOST_16 = 0xffff
const MOST_32 = 0xffffffff
const utf8Names = 0x0800
const sizesFollow = 0x0008
const plain = 20
const zip64 = 45
const madeOnUnix = 3 << 8
/** As Unix has them in the upper half: a folder that all may enter, a file that all may read; below it DOS's mark of a folder. */
const folderMode = ((0o040755 << 16) | 0x10) >>> 0
const fileMode = (0o100644 << 16) >>> 0

/** Sizes of four bytes do not hold it. */
const isLarge = ({ size }: Member) => size >= MOST_32

export function localHeader(member: Member): Buffer {
  const sizes = isLarge(member) ? extra64([member.size, member.size]) : Buffer.alloc(0)
  const extra = Buffer.concat([sizes, timeExtra(member.modifiedat)])
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  writeCommon(head, 4, member, isLarge(member), extra.length)
  return Buffer.concat([head, member.name, extra])
}

/** What was not known when the local header was written. */
export function descriptor(member: Member): Buffer {
  const large = isLarge(member)
  const bytes = Buffer.alloc(large ? 24 : 16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(member.crc, 4)
  for (const place of [0, 1]) {
    if (large) bytes.writeBigUInt64LE(BigInt(member.size), 8 + 8 * place)
    else bytes.writeUInt32LE(member.size, 8 + 4 * place)
  }
  return bytes
}

export function centralHeader(member: Member, offset: number): Buffer {
  const large = [...(isLarge(member) ? [member.size, member.size] : []), ...(offset >= MOST_32 ? [offset] : [])]
  const extra = Buffer.concat([large.length > 0 ? extra64(large) : Buffer.alloc(0), timeExtra(member.modifiedat)])
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(madeOnUnix | zip64, 4)
  writeCommon(head, 6, member, large.length > 0, extra.length)
  head.writeUInt32LE(member.isFolder ? folderMode : fileMode, 38)
  head.writeUInt32LE(Math.min(offset, MOST_32), 42)
  return Buffer.concat([head, member.name, extra])
}

/** The fields that both headers have, in the same order. */
function writeCommon(head: Buffer, at: number, member: Member, needs64: boolean, extraLength: number): void {
  const size = Math.min(member.size, MOST_32)
  const { date, time } = dosTime(member.modifiedat)
  head.writeUInt16LE(needs64 ? zip64 : plain, at)
  head.writeUInt16LE(utf8Names | (member.hasDescriptor ? sizesFollow : 0), at + 2)
  head.writeUInt16LE(0, at + 4)
  head.writeUInt16LE(time, at + 6)
  head.writeUInt16LE(date, at + 8)
  head.writeUInt32LE(member.crc, at + 10)
  head.writeUInt32LE(size, at + 14)
  head.writeUInt32LE(size, at + 18)
  head.writeUInt16LE(member.name.length, at + 22)
  head.writeUInt16LE(extraLength, at + 24)
}

function extra64(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 8 * values.length)
  bytes.writeUInt16LE(0x0001, 0)
  bytes.writeUInt16LE(8 * values.length, 2)
  for (const [place, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 4 + 8 * place)
  return bytes
}

/** The time as it is everywhere, since DOS knows only what a clock on some wall showed. It ends in 2038. */
function timeExtra(modifiedat: number): Buffer {
  const seconds = Math.floor(modifiedat / 1000)
  if (seconds < 0 || seconds > 0x7fffffff) return Buffer.alloc(0)
  const bytes = Buffer.from([0x55, 0x54, 5, 0, 1, 0, 0, 0, 0])
  bytes.writeInt32LE(seconds, 5)
  return bytes
}

/** From 1980 to 2107, in steps of two seconds. */
function dosTime(modifiedat: number) {
  const at = new Date(Math.min(Math.max(modifiedat, Date.UTC(1980, 0)), Date.UTC(2107, 11, 31)))
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}

interface Directory {
  count: number
  offset: number
  length: number
}

/** What readers look for first: where the directory is. */
export function ending({ count, offset, length }: Directory): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, MOST_16), at)
  end.writeUInt32LE(Math.min(length, MOST_32), 12)
  end.writeUInt32LE(Math.min(offset, MOST_32), 16)
  const isLarge = count >= MOST_16 || length >= MOST_32 || offset >= MOST_32
  return isLarge ? Buffer.concat([ending64({ count, offset, length }), end]) : end
}

function ending64({ count, offset, length }: Directory): Buffer {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(madeOnUnix | zip64, 12)
  end.writeUInt16LE(zip64, 14)
  for (const at of [24, 32]) end.writeBigUInt64LE(BigInt(count), at)
  end.writeBigUInt64LE(BigInt(length), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  // Where that itself is.
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(offset + length), 64)
  end.writeUInt32LE(1, 72)
  return end
}
