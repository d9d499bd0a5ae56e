/** The first 32 bits of the fractional parts of roots of primes: square roots begin the hash, cube roots stir each round. */
const primes = firstPrimes(64)
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32)
const begin = Int32Array.from(primes.slice(0, 8), prime => fraction(Math.sqrt(prime)))
const rounds = Int32Array.from(primes, prime => fraction(Math.cbrt(prime)))

const blockSize = 64

/**
 * For pages that came over plain HTTP, which is how a server in one's own house is often reached: the browser's own SHA-256
 * is kept from them. It takes several times as long.
 */
export function sha256(bytes: Uint8Array<ArrayBuffer>): string {
  const state = Int32Array.from(begin)
  const words = new Int32Array(64)
  const whole = bytes.length - (bytes.length % blockSize)
  stirAll(state, words, bytes.subarray(0, whole))
  stirAll(state, words, ending(bytes.subarray(whole), bytes.length))
  return hex(new Uint8Array(Int32Array.from(state, bigEndian).buffer))
}

export const hex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

const bigEndian = (word: number) =>
  ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)

/** What is left after the whole blocks, a one bit, and the length in bits at the end. */
function ending(rest: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const end = new Uint8Array(rest.length < 56 ? blockSize : 2 * blockSize)
  end.set(rest)
  end[rest.length] = 0x80
  new DataView(end.buffer).setBigUint64(end.length - 8, BigInt(length) * 8n)
  return end
}

function stirAll(state: Int32Array, words: Int32Array, bytes: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < bytes.length; at += blockSize) {
    spread(words, view, at)
    stir(state, words)
  }
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function spread(words: Int32Array, view: DataView, from: number): void {
  for (let index = 0; index < 16; index++) words[index] = view.getInt32(from + index * 4)
  for (let index = 16; index < 64; index++) {
    const early = words[index - 15] as number
    const late = words[index - 2] as number
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[index] = ((words[index - 16] as number) + low + (words[index - 7] as number) + high) | 0
  }
}

function stir(state: Int32Array, words: Int32Array): void {
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let index = 0; index < 64; index++) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + high + ((e & f) ^ (~e & g)) + (rounds[index] as number) + (words[index] as number)) | 0
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  add(state, [a, b, c, d, e, f, g, h])
}

function add(state: Int32Array, words: readonly number[]): void {
  for (let index = 0; index < 8; index++) state[index] = (state[index] as number) + (words[index] as number)
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let next = 2; found.length < count; next++) {
    if (found.every(prime => next % prime !== 0)) found.push(next)
  }
  return found
}
