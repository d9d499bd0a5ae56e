import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { DavFailure } from './failures.ts'
import { DAV, element, escaped, isClean, type XmlName } from './xml-out.ts'

export interface XmlElement extends XmlName {
  attributes: (XmlName & { value: string })[]
  children: (XmlElement | string)[]
  /** The language it is in, which may be said further out. */
  lang: string | undefined
}

const deepest = 64
/** In force at one place. Each element that adds one takes all of them along. */
const mostPrefixes = 100
/** An answer may say it once for each property of each file. */
const longestNs = 1_000
const XML = 'http://www.w3.org/XML/1998/namespace'
const localName = /^[\p{L}_][\p{L}\p{N}\p{M}._-]{0,199}$/u

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Entities are read below: the five of XML and numbers, and none that a document declares for itself.
  processEntities: false,
  maxNestedTags: deepest,
})

type Raw = Record<string, unknown>

/** The one element that a body is. Whatever is not well-formed, or declares anything of its own, is refused. */
export function readXml(text: string): XmlElement {
  try {
    if (text.includes('<!DOCTYPE') || !isClean(text) || XMLValidator.validate(text) !== true) throw new DavFailure(400)
    const elements = (parser.parse(text) as Raw[]).filter(node => !('#text' in node))
    const [root] = elements
    if (!root || elements.length > 1) throw new DavFailure(400)
    return elementOf(root, { prefixes: new Map([['xml', XML]]), lang: undefined, depth: 0 })
  } catch (error) {
    throw error instanceof DavFailure ? error : new DavFailure(400)
  }
}

interface Scope {
  prefixes: Map<string, string>
  lang: string | undefined
  depth: number
}

function elementOf(node: Raw, outer: Scope): XmlElement {
  const given = attributesOf(node)
  const tag = Object.keys(node).find(key => key !== ':@') ?? ''
  const scope = inside(outer, given)
  if (scope.depth > deepest) throw new DavFailure(400)
  const attributes = given
    .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(([name, value]) => ({ ...resolved(name, scope, ''), value }))
  const children = (node[tag] as Raw[]).flatMap(child => childOf(child, scope))
  return { ...resolved(tag, scope, scope.prefixes.get('') ?? ''), attributes, children, lang: scope.lang }
}

function childOf(node: Raw, scope: Scope): (XmlElement | string)[] {
  if ('#text' in node) return [decoded(String(node['#text']))]
  if ('#cdata' in node) return (node['#cdata'] as Raw[]).map(part => String(part['#text']))
  return [elementOf(node, scope)]
}

const attributesOf = (node: Raw) =>
  Object.entries((node[':@'] ?? {}) as Record<string, string>).map(([name, value]): [string, string] => [
    name,
    decoded(String(value)),
  ])

function inside({ prefixes: outer, lang, depth }: Scope, attributes: [string, string][]): Scope {
  const declared = attributes.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  const prefixes = declared.length > 0 ? new Map(outer) : outer
  for (const [name, value] of declared) {
    if ((name !== 'xmlns' && value === '') || value.length > longestNs) throw new DavFailure(400)
    prefixes.set(name.slice('xmlns:'.length), value)
  }
  if (prefixes.size > mostPrefixes) throw new DavFailure(400)
  const own = attributes.find(([name]) => name === 'xml:lang')?.[1]
  return { prefixes, lang: own ?? lang, depth: depth + 1 }
}

function resolved(written: string, { prefixes }: Scope, byDefault: string): XmlName {
  const [first = '', second, ...more] = written.split(':')
  const [name, ns] = second === undefined ? [first, byDefault] : [second, prefixes.get(first)]
  if (ns === undefined || more.length > 0 || !localName.test(name) || /[{}]/.test(ns)) throw new DavFailure(400)
  return { ns, name }
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&([^;&]{0,20};?)/g, (_whole, rest: string) => {
    const [, hex, decimal, name] = /^(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));$/i.exec(rest) ?? []
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    const character = name ? entities[name] : isSpeakable(code) ? String.fromCodePoint(code) : undefined
    if (character === undefined) throw new DavFailure(400)
    return character
  })
}

const isSpeakable = (code: number) =>
  code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff))

export const elementsOf = ({ children }: XmlElement) => children.filter(child => typeof child !== 'string')

export const isDav = ({ ns, name }: XmlName, wanted: string) => ns === DAV && name === wanted

export const childNamed = (parent: XmlElement | undefined, name: string) =>
  parent && elementsOf(parent).find(child => isDav(child, name))

export const innerXml = ({ children }: XmlElement): string =>
  children.map(child => (typeof child === 'string' ? escaped(child) : outerXml(child))).join('')

/** As text that means the same wherever it stands. */
export function outerXml(given: XmlElement, lang?: string): string {
  const own = given.attributes.map((attribute, index) => written(attribute, index))
  if (lang && !given.attributes.some(({ ns, name }) => ns === XML && name === 'lang'))
    own.push(` xml:lang="${escaped(lang)}"`)
  return element(given, innerXml(given), own.join(''))
}

function written({ ns, name, value }: XmlName & { value: string }, index: number): string {
  const text = `="${escaped(value)}"`
  if (ns === '') return ` ${name}${text}`
  if (ns === XML) return ` xml:${name}${text}`
  return ` xmlns:a${index}="${escaped(ns)}" a${index}:${name}${text}`
}
