import { longestName } from '@plinth/contract/file-fields'
import mime from 'mime'

/** By the name alone: what the sender calls it is not to be relied on. */
export const mediatypeOf = (name: string) => mime.getType(name) ?? 'application/octet-stream'

/** A name as it is sorted and searched by: without case and accents. */
export const searchnameOf = (name: string) =>
  name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

const GRAM = 3

/** Enough characters to be looked up by their grams. */
export const hasGrams = (searchname: string) => Array.from(searchname).length >= GRAM

/**
 * Each three characters of a name, each as a number that means them in this namespace. Two that share a number by chance do no
 * harm, since what is found by its numbers is then compared.
 */
export function gramsOf(nsname: string, searchname: string): number[] {
  const letters = Array.from(searchname)
  const grams = new Set<number>()
  for (let at = 0; at + GRAM <= letters.length; at++) {
    grams.add(numberOf(nsname + letters.slice(at, at + GRAM).join('')))
  }
  return [...grams]
}

/** FNV-1a, 32 bits, with a sign as PostgreSQL's integers have one. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}

const MOST_TRIED = 50

/** Names beside one that is taken, best first: 'plan (2).txt', 'plan (3).txt' and so on; the last one is free for certain. */
export function* namesBeside(name: string, isFolder: boolean, word?: string): Generator<string> {
  const marks = word ? [word] : []
  for (let number = 2; number < MOST_TRIED; number++) marks.push(word ? `${word} ${number}` : `${number}`)
  marks.push(Math.random().toString(36).slice(2, 10))
  for (const mark of marks) yield withMark(name, ` (${mark})`, isFolder)
}

function withMark(name: string, mark: string, isFolder: boolean): string {
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  // An ending that fills the whole name is none.
  if (bytesOf(mark + ending) >= longestName) return cutTo(name, longestName - bytesOf(mark)) + mark
  return cutTo(stem, longestName - bytesOf(mark + ending)) + mark + ending
}

const bytesOf = (text: string) => Buffer.byteLength(text)

/** Never cuts through a character. */
function cutTo(text: string, bytes: number): string {
  const letters = Array.from(text)
  while (bytesOf(letters.join('')) > bytes) letters.pop()
  return letters.join('')
}
