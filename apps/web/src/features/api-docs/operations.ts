import { type Permission, permissions } from '@plinth/contract/permissions'

/** The part of JSON Schema that the contract's document uses. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

interface Content {
  content?: Record<string, { schema?: Schema }>
}

interface DocumentOperation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, unknown>[]
  'x-permission': string
  'x-protocol'?: string
  parameters?: { name: string; required: boolean; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content & { description: string; headers?: Record<string, { schema: Schema }> }>
}

export interface ApiDocument {
  info: { title: string; version: string }
  paths: Record<string, Record<string, DocumentOperation>>
}

export interface Operation {
  name: string
  summary: string
  group: string
  method: string
  path: string
  who: string
  needsToken: boolean
  /** Of a request that is none of ours: its values are headers, and it cannot be tried here. */
  protocol: string | undefined
  request: Schema
  /** The schema of what `data` holds, or the media type where the answer is a stream. */
  response: Schema | string
  errors: { status: string; errcode: string; msg: string }[]
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      summary: operation.summary,
      group: operation.tags[0] ?? 'other',
      method: method.toUpperCase(),
      path,
      who: whoMay(operation),
      needsToken: operation.security.length > 0,
      protocol: operation['x-protocol'],
      request: requestOf(operation),
      response: responseOf(operation),
      errors: errorsOf(operation),
    })),
  )
}

/** Every word of the search has to occur somewhere in what the reader sees of the operation. */
export function matches(operation: Operation, search: string): boolean {
  const { name, summary, method, path, who, errors } = operation
  const text = [name, summary, method, path, who, ...errors.map(error => error.errcode)].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function whoMay({ security, 'x-permission': permission }: DocumentOperation): string {
  if (security.some(scheme => 'file' in scheme)) return 'Whoever holds a filestore token'
  if (security.some(scheme => 'service' in scheme)) return 'Services of this installation'
  if (permission === 'anyone') return 'Anyone, signed in or not'
  if (permission === 'self') return 'Anyone signed in, for themselves'
  const row = permissions[permission as Permission]
  return row ? `${row.roles.join(', ')} of the ${places[row.scope]}` : permission
}

const places = { org: 'organization', project: 'project', file: 'filestore' } as const

function requestOf({ parameters, requestBody }: DocumentOperation): Schema {
  if (!parameters) return Object.values(requestBody?.content ?? {})[0]?.schema ?? {}
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

function responseOf({ responses, 'x-protocol': protocol }: DocumentOperation): Schema | string {
  if (protocol) return headersOf(Object.values(responses))
  const content = responses[200]?.content ?? {}
  return content['application/json']?.schema?.properties?.data ?? Object.keys(content)[0] ?? {}
}

function headersOf(responses: DocumentOperation['responses'][string][]): Schema {
  const headers = Object.entries(responses.find(({ headers }) => headers)?.headers ?? {})
  return { type: 'object', properties: Object.fromEntries(headers.map(([name, { schema }]) => [name, schema])) }
}

/** A description reads `CODE: sentence. CODE: sentence.` where several codes share a status. */
const errorPattern = /([A-Z][A-Z_]+): (.*?)(?= [A-Z][A-Z_]+: |$)/g

function errorsOf({ responses }: DocumentOperation): Operation['errors'] {
  return Object.entries(responses).flatMap(([status, { description }]) =>
    status === '200'
      ? []
      : [...description.matchAll(errorPattern)].map(([, errcode = '', msg = '']) => ({ status, errcode, msg })),
  )
}
