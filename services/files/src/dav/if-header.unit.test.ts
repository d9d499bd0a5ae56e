import { expect, it } from 'vitest'
import { isMet, readIf, tokensIn } from './if-header.ts'

const state = (etag: string | undefined, ...tokens: string[]) => ({ etag, tokens: new Set(tokens) })

it('reads lists, with and without the resource they are about', () => {
  expect(readIf('(<urn:a> ["t"]) (Not <urn:b>)')).toEqual([
    {
      uri: undefined,
      conditions: [
        { not: false, token: 'urn:a' },
        { not: false, etag: '"t"' },
      ],
    },
    { uri: undefined, conditions: [{ not: true, token: 'urn:b' }] },
  ])
  expect(readIf('</a>(<urn:a>)(["t"])</b> (not<urn:b>)').map(({ uri }) => uri)).toEqual(['/a', '/a', '/b'])
})

it('refuses what is none', () => {
  for (const header of [
    '',
    'x',
    '(',
    ')',
    '()',
    '(Not)',
    '(Not Not <a>)',
    '<a>',
    '(<a>',
    '(<a>) x',
    '((<a>))',
    '([t])',
  ]) {
    expect(() => readIf(header), header).toThrow('400')
  }
})

it('takes a list as met when all in it is so', () => {
  const [list] = readIf('(<urn:a> ["t"] Not <urn:b>)')
  if (!list) throw new Error('There is no list')
  expect(isMet(list, state('"t"', 'urn:a'))).toBe(true)
  for (const other of [
    state('"u"', 'urn:a'),
    state('"t"'),
    state(undefined, 'urn:a'),
    state('"t"', 'urn:a', 'urn:b'),
  ]) {
    expect(isMet(list, other)).toBe(false)
  }
})

it('counts only tokens that are claimed, not those that are denied', () => {
  expect([...tokensIn(readIf('(<urn:a>) </x> (Not <urn:b> <urn:c>)'))]).toEqual(['urn:a', 'urn:c'])
})
