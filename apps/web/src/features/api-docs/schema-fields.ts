import type { Schema } from './operations.ts'

export interface Field {
  /** Dotted, with `[]` for what a list holds. */
  name: string
  type: string
  required: boolean
  constraints: string[]
}

/** The fields of an object, those of inner objects and lists right after their parent. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key
    const field = { name, type: typeOf(property), required: required.has(key), constraints: constraintsOf(property) }
    const inner = property.items ? fieldsOf(property.items, `${name}[].`) : fieldsOf(property, `${name}.`)
    return [field, ...inner]
  })
}

/** A request to start from: the required fields, empty, and what has a default. */
export function exampleOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') {
    const required = new Set(schema.required)
    const given = Object.entries(schema.properties ?? {}).filter(([key]) => required.has(key))
    return Object.fromEntries(given.map(([key, property]) => [key, exampleOf(property)]))
  }
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return false
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 0
  return schema.type === 'string' ? '' : null
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `list of ${schema.items.properties ? 'objects' : typeOf(schema.items)}`
  return [schema.type ?? 'anything'].flat().join(' or ')
}

function constraintsOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, format, pattern } = schema
  return [
    range(minLength, maxLength, ' characters'),
    range(minimum, maximum, ''),
    format,
    pattern && `matches ${pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter(constraint => typeof constraint === 'string' && constraint !== '') as string[]
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  // Zod writes the largest safe integer where a schema names no maximum.
  const top = max === Number.MAX_SAFE_INTEGER ? undefined : max
  if (min !== undefined && top !== undefined) return `${min}–${top}${unit}`
  if (min !== undefined) return `at least ${min}${unit}`
  return top === undefined ? '' : `at most ${top}${unit}`
}
