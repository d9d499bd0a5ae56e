import type { Call } from '@plinth/contract/call'
import fc from 'fast-check'

type Value = fc.Arbitrary<unknown>
type Fields = fc.Arbitrary<Record<string, unknown>>

/** Values that mean something here, by the name of the field that takes them. */
export type Known = Record<string, readonly unknown[]>

const deep = (levels: number) => JSON.parse('{"a":'.repeat(levels) + 1 + '}'.repeat(levels))

/** What has broken other programs: each is cheap, and one of them is tried in every other field. */
const hostile: Value = fc.oneof(
  fc.constantFrom<unknown>(
    ...['', ' ', '\0', 'a\0b', '.', '..', '/', '//', '/../..', '../../etc/passwd', '%2e%2e%2f', 'C:\\con', '~root'],
    ...["' or 1=1 --", '"; drop table users; --', '%', '_', '\\', '\\%', '*', '$1', '{{7*7}}', '%s%n', '`id`'],
    ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'javascript:alert(1)', '\r\nset-cookie: a=b'],
    ...[
      '\ud800',
      '\udfff\ud800',
      '\u202egnp.exe',
      '\ufeff',
      '\u200b',
      'ﷺ',
      'ı',
      'İ',
      'ß',
      'Å',
      '👩‍👩‍👧‍👦',
      'e\u0301'.repeat(300),
    ],
    ...[
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'null',
      'undefined',
      'NaN',
      '-0',
      '1e999',
    ],
    ...[
      'a'.repeat(256),
      'a'.repeat(70_000),
      '/a'.repeat(6_000),
      '😀'.repeat(20_000),
      'a@b.c',
      `${'a'.repeat(64)}@b.example`,
    ],
    ...[0, -0, -1, 1, 1.5, 50, 2 ** 31, -(2 ** 31), 2 ** 53, 2 ** 63, -(2 ** 64), 1e308, 5e-324],
    ...[null, true, false, [], {}, [[]], [null], [[['a']]], { length: 1e9 }, { toString: 1 }, { a: { $gt: '' } }],
    ...[deep(100), deep(3_000), Array(5_000).fill('a'), Array(300).fill({ a: 1 })],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.integer(),
  fc.double(),
  fc.base64String({ maxLength: 200 }),
)

const encoded = (text: string) => Buffer.from(text).toString('base64url')

const text: Value = fc.oneof(
  fc.constantFrom('', 'a', 'mila', 'here.txt', 'Å', '\ud800', 'a\0b', '%', '\uffff', 'a'.repeat(300)),
  fc.stringMatching(/^[\w-]{1,20}$/),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const number: Value = fc.oneof(
  fc.constantFrom(0, 1, -1, 1.5, Date.now(), 2 ** 31, -(2 ** 31), 2 ** 53 - 1, -(2 ** 53), 2 ** 63, 1e308),
  fc.integer(),
)

/** The keys that lists are sorted by, each with values that it may hold, and some that it may not. */
const ofLists: Value = fc.oneof(
  ...[fc.tuple(text), fc.tuple(number), fc.tuple(text, text), fc.tuple(number, text), fc.tuple(text, number)],
  ...[fc.tuple(fc.constantFrom(0, 1), text, text), fc.tuple(text, text, number), fc.tuple(number, text, number)],
)

/** Of no list, but such as somebody writes who has looked into one. */
const ofNone = fc.constantFrom(
  ...['[1e999,"a"]', '[-1e999]', '[-0,"a"]', '[18446744073709551616,"a"]', '["\\ud800","\\udfff"]', '["\\u0000"]'],
  ...['[', '[1,', '[null]', '[[1],["a"]]', '{"0":1,"1":"a","length":2}', '{"__proto__":[1,"a"]}', '"a"', '1', 'null'],
)

const cursors: Value = fc.oneof(
  { weight: 8, arbitrary: ofLists.map(key => encoded(JSON.stringify(key))) },
  { weight: 2, arbitrary: fc.array(hostile, { maxLength: 4 }).map(key => encoded(JSON.stringify(key))) },
  { weight: 1, arbitrary: fc.oneof(ofNone, fc.json({ maxDepth: 3 })).map(encoded) },
  {
    weight: 1,
    arbitrary: fc.tuple(ofLists, fc.nat(12)).map(([key, cut]) => encoded(JSON.stringify(key)).slice(cut)),
  },
)

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

/** What the declaration asks for, more or less. */
function fitting(name: string, schema: Schema, known: Known): Value {
  const meant = known[name] ?? []
  if (meant.length > 0) return fc.constantFrom(...meant)
  if (name === 'cursor') return cursors
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(one => fitting(name, one, known)))
  if (schema.type === 'array') return fc.array(fitting(name, schema.items ?? {}, known), { maxLength: 4 })
  if (schema.type === 'object') return politeFields(schema, known)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return fc.nat(1_000)
  return fc.stringMatching(/^[a-z]{3,12}$/)
}

/** As asked for, and of what may be left out most is. */
function politeFields({ properties = {}, required = [] }: Schema, known: Known): Fields {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = fitting(name, schema, known)
    const seldom = name === 'cursor' ? value : fc.option(value, { nil: undefined, freq: 1 })
    return [name, required.includes(name) ? value : fc.oneof(fc.constant(undefined), seldom)] as const
  })
  return fc.record(Object.fromEntries(fields))
}

/** Mostly as asked for; now and then a field is missing or holds something else. */
function rudeFields({ properties = {} }: Schema, known: Known): Fields {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = fc.oneof(
      { weight: 6, arbitrary: fitting(name, schema, known) },
      { weight: 2, arbitrary: hostile },
      { weight: 1, arbitrary: fc.constant(undefined) },
    )
    return [name, value] as const
  })
  return fc.record(Object.fromEntries(fields))
}

/** Fields that nobody asked for. */
const more = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.tuple(fc.constantFrom('__proto__', 'constructor', 'userid', 'role', 'isService', 'level', 'nsname'), hostile),
    ),
  },
)

export interface Worlds {
  own: Known
  /** All that there is to know about the other organisation. */
  other: Known
}

const both = ({ own, other }: Worlds): Known =>
  Object.fromEntries(
    Object.keys({ ...own, ...other }).map(name => [name, [...(own[name] ?? []), ...(other[name] ?? [])]]),
  )

/** A request for the call: valid here, valid in the other organisation, nearly valid, or nothing of that. */
export function requestsFor(call: Call, worlds: Worlds): Value {
  const schema = call.request.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema
  const rude = fc.tuple(rudeFields(schema, both(worlds)), more).map(([fields, extra]) => ({
    ...fields,
    ...Object.fromEntries(extra),
  }))
  return fc.oneof(
    { weight: 4, arbitrary: politeFields(schema, worlds.own) },
    { weight: 8, arbitrary: politeFields(schema, worlds.other) },
    { weight: 10, arbitrary: rude },
    { weight: 1, arbitrary: hostile },
  )
}
