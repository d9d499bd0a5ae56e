/** What XML cannot hold at all; a name may. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const isClean = (text: string) => text.isWellFormed() && text.search(unspeakable) < 0

const marks: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', '\r': '&#13;' }

export const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(unspeakable, '\ufffd')
    .replace(/[<>&"\r]/g, mark => marks[mark] ?? mark)

export const DAV = 'DAV:'
export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n'

export interface XmlName {
  ns: string
  name: string
}

export const keyOf = ({ ns, name }: XmlName) => `{${ns}}${name}`

/** The other way round. */
export function nameOf(key: string): XmlName {
  const end = key.indexOf('}')
  return { ns: key.slice(1, end), name: key.slice(end + 1) }
}

/** An element that says itself what its prefix means, so that it can stand anywhere. */
export function element({ ns, name }: XmlName, inner: string, attributes = ''): string {
  const [tag, meaning] = ns === DAV ? [`D:${name}`, ''] : ns ? [`n:${name}`, ` xmlns:n="${escaped(ns)}"`] : [name, '']
  const open = `<${tag}${meaning}${attributes}`
  return inner === '' ? `${open}/>` : `${open}>${inner}</${tag}>`
}

/** Of the namespace DAV:, which every answer declares as D. */
export const dav = (name: string, inner = '') => element({ ns: DAV, name }, inner)

export const document = (name: string, inner: string) => `${xmlHead}<D:${name} xmlns:D="DAV:">${inner}</D:${name}>\n`
