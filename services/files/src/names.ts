import { mostNumbered, nameBeside } from '@plinth/contract/names-beside'
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

/** Names beside one that is taken, best first: 'plan (2).txt', 'plan (3).txt' and so on; the last one is free for certain. */
export function* namesBeside(name: string, isFolder: boolean, word?: string): Generator<string> {
  const marks = word ? [word] : []
  for (let number = 2; number < mostNumbered; number++) marks.push(word ? `${word} ${number}` : `${number}`)
  marks.push(Math.random().toString(36).slice(2, 10))
  for (const mark of marks) yield nameBeside(name, mark, isFolder)
}
