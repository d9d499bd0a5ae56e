/** S3 answers in flat XML without attributes worth reading, so looking for elements by their name is all it takes. */
export function* elementsOf(xml: string, name: string): Generator<string> {
  const [opening, closing] = [`<${name}>`, `</${name}>`]
  for (let at = 0; ; ) {
    const start = xml.indexOf(opening, at)
    const end = start < 0 ? -1 : xml.indexOf(closing, start)
    if (end < 0) return
    yield xml.slice(start + opening.length, end)
    at = end + closing.length
  }
}

/** The text of the first such element, empty where there is none. */
export function textOf(xml: string, name: string): string {
  const [text = ''] = elementsOf(xml, name)
  return text.replace(/&(?:lt|gt|quot|apos|amp|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, readEntity)
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

function readEntity(entity: string, decimal?: string, hex?: string): string {
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
  if (code === undefined) return entities[entity.toLowerCase()] ?? entity
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

export const escapeXml = (text: string) => text.replace(/[<>&"]/g, character => `&#${character.charCodeAt(0)};`)
