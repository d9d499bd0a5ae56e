import * as z from 'zod'
import { apiBase, type Call, errcodes } from './call.ts'
import { type Errcode, errorBody, errors } from './errors.ts'
import { type TusRequest, tusBytes } from './tus.ts'

/** The OpenAPI 3.1 document of the given calls, and of a protocol that is none of ours where one is spoken. */
export function openapi(calls: readonly Call[], spoken: readonly TusRequest[] = []) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = apiBase + call.path
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  for (const request of spoken) {
    const path = apiBase + request.path
    paths[path] = { ...paths[path], [request.method.toLowerCase()]: tusOperation(request) }
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
        service: { type: 'http', scheme: 'bearer', description: 'For services of this installation alone.' },
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
  if (call.body === 'multipart')
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: withFile(body) } } } }
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

const withFile = (body: ReturnType<typeof schema>) => ({
  ...body,
  properties: { file: { type: 'string', format: 'binary' }, ...body.properties },
  required: ['file', ...(body.required ?? [])],
})

function success({ response }: Call) {
  if (typeof response === 'string') return { description: 'A stream.', content: { [response]: {} } }
  const data = { type: 'object', required: ['data'], properties: { data: schema(response, 'output') } }
  return { description: 'Done.', content: { 'application/json': { schema: data } } }
}

function tusOperation({ name, summary, method, path, headers, bytes, answer, errors: codes }: TusRequest) {
  const given = Object.entries(headers).map(([header, [need, description]]) => ({
    ...{ name: header, in: 'header', required: need === 'required', description, schema: { type: 'string' } },
  }))
  const inPath = path.includes('{uploadid}') ? [{ name: 'uploadid', in: 'path', required: true, schema: word }] : []
  return {
    operationId: name,
    summary,
    tags: ['file'],
    security: method === 'OPTIONS' ? [] : [{ file: [] }],
    'x-permission': method === 'OPTIONS' ? 'anyone' : 'file.write',
    'x-protocol': 'tus 1.0.0',
    parameters: [...inPath, ...given],
    ...(bytes ? { requestBody: { required: false, content: { [tusBytes]: {} } } } : {}),
    responses: { [answer.status]: { description: 'Done.', headers: headersOf(answer.headers) }, ...failed(codes) },
  }
}

const word = { type: 'string' }

const headersOf = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { description, schema: word }]))

const failures = (call: Call) => failed(errcodes(call))

function failed(refusals: readonly Errcode[]) {
  const byStatus = Map.groupBy(refusals, code => errors[code][0])
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
