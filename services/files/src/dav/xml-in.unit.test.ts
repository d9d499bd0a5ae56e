import { expect, it } from 'vitest'
import { elementsOf, outerXml, readXml } from './xml-in.ts'

it('reads an element so that it means the same when it is written', () => {
  const given = readXml(
    '<?xml version="1.0"?><a:x xmlns:a="urn:a" xmlns="urn:d" xml:lang="de"><y a:n="1" m="&quot;">1 &lt; 2<![CDATA[ & <3>]]></y><z xmlns=""/></a:x>',
  )
  const [y] = elementsOf(given)
  expect(y && outerXml(y, y.lang)).toBe(
    '<n:y xmlns:n="urn:d" xmlns:a0="urn:a" a0:n="1" m="&quot;" xml:lang="de">1 &lt; 2 &amp; &lt;3&gt;</n:y>',
  )
  expect(elementsOf(readXml(`<r>${outerXml(given)}</r>`)).map(one => outerXml(one))).toEqual([outerXml(given)])
  expect(elementsOf(given)[1]).toMatchObject({ ns: '', name: 'z' })
})

it('reads characters by their number', () => {
  expect(readXml('<a>&#x1F389;&#233;&apos;</a>').children.join('')).toBe("🎉é'")
})

it('refuses what is not well-formed, and what declares or names entities', () => {
  for (const text of [
    '',
    'a',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<p:a/>',
    '<p:a xmlns:p=""/>',
    '<a>&b;</a>',
    '<a>&</a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>\0</a>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`,
  ]) {
    expect(() => readXml(text), text.slice(0, 30)).toThrow('400')
  }
})
