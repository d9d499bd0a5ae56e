import * as z from 'zod'
import { apiBase, type Call, errcodes } from './call.ts'
import { errorBody, errors } from './errors.ts'

/** The OpenAPI 3.1 document of the given calls. */
export function openapi(calls: readonly Call[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = apiBase + call.path
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Plinth', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schema(errorBody, 'output') },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The accesstoken that sign-up and sign-in answer. Where a call has an x-scope, a personal access token with that scope serves too.',
        },
        file: { type: 'http', scheme: 'bearer', description: 'A filestore token, from /filestore/token.' },
      },
    },
  }
}

const schema = (type: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return rest
}

function operation(call: Call) {
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    security: call.auth === 'none' ? [] : [{ [call.auth]: [] }],
    'x-permission': call.permission,
    ...(call.scope ? { 'x-scope': call.scope } : {}),
    ...request(call),
    responses: { 200: success(call), ...failures(call) },
  }
}

function request(call: Call) {
  const body = schema(call.request, 'input')
  if (call.method !== 'GET')
    return { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
  const required = new Set(body.required)
  const parameters = Object.entries(body.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: property,
  }))
  return { parameters }
}

function success({ response }: Call) {
  if (typeof response === 'string') return { description: 'A stream.', content: { [response]: {} } }
  const data = { type: 'object', required: ['data'], properties: { data: schema(response, 'output') } }
  return { description: 'Done.', content: { 'application/json': { schema: data } } }
}

function failures(call: Call) {
  const byStatus = Map.groupBy(errcodes(call), code => errors[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map(code => `${code}: ${errors[code][1]}`).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}
