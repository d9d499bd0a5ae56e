import { DavFailure } from './failures.ts'
import type { Asked } from './properties.ts'
import { childNamed, elementsOf, isDav, readXml } from './xml-in.ts'
import type { XmlName } from './xml-out.ts'

const mostNames = 200

/** What the body of a PROPFIND asks for; everything where there is none. */
export function askedBy(body: string): Asked {
  if (body.trim() === '') return { kind: 'allprop', names: [] }
  const root = readXml(body)
  if (!isDav(root, 'propfind')) throw new DavFailure(400)
  const [prop, allprop, propname] = ['prop', 'allprop', 'propname'].map(name => childNamed(root, name))
  if ([prop, allprop, propname].filter(Boolean).length !== 1) throw new DavFailure(400)
  if (propname) return { kind: 'propname' }
  const named = prop ?? childNamed(root, 'include')
  return { kind: prop ? 'prop' : 'allprop', names: named ? distinct(elementsOf(named)) : [] }
}

function distinct(given: XmlName[]): XmlName[] {
  if (given.length > mostNames) throw new DavFailure(400)
  return given.map(({ ns, name }) => ({ ns, name }))
}
