import { email } from '@plinth/contract/fields'

export interface Address {
  /** As it was typed where it is no address, in its one normal form where it is. */
  text: string
  valid: boolean
}

/** A mail program copies names along: 'Mara Lind <mara@example.org>'. */
function wordsOf(piece: string): string[] {
  const words = piece.split(/[\s<>]+/).filter(Boolean)
  return piece.includes('<') ? words.filter(word => word.includes('@')) : words
}

/** The addresses in a pasted text, each once. */
export function readAddresses(text: string): Address[] {
  const pieces = text.replaceAll(/"[^"\n]*"/g, ' ').split(/[,;\n]/)
  const found = new Map<string, Address>()
  for (const word of pieces.flatMap(wordsOf)) {
    const read = email.safeParse(word)
    const address = read.success ? { text: read.data, valid: true } : { text: word, valid: false }
    found.set(address.text, address)
  }
  return [...found.values()]
}
