import { describe, expect, it } from 'vitest'
import { calls } from './calls.ts'
import { openapi } from './openapi.ts'
import { tusRequests } from './tus.ts'

describe.each(tusRequests.map(request => [request.name, request] as const))('%s', (_, request) => {
  it('stands in the OpenAPI document beside the calls, with each of its errcodes and headers', () => {
    const document = openapi(calls, tusRequests)
    const operation = document.paths[`/api/v1${request.path}`]?.[request.method.toLowerCase()]
    expect(operation).toMatchObject({ operationId: request.name, 'x-protocol': 'tus 1.0.0' })
    const text = JSON.stringify(operation)
    for (const errcode of request.errors) expect(text).toContain(`${errcode}: `)
    for (const header of Object.keys({ ...request.headers, ...request.answer.headers })) expect(text).toContain(header)
  })

  it('has a name, and a method and path, of its own', () => {
    const others = [...calls, ...tusRequests].filter(other => other !== request)
    expect(others.filter(({ name }) => name === request.name)).toEqual([])
    expect(others.filter(({ method, path }) => method === request.method && path === request.path)).toEqual([])
  })
})
