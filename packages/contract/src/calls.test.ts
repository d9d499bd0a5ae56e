import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { errcodes } from './call.ts'
import { calls } from './calls.ts'
import { openapi } from './openapi.ts'

describe.each(calls.map(call => [call.name, call] as const))('%s', (_, call) => {
  it('has a name, and a method and path, of its own', () => {
    expect(calls.filter(({ name }) => name === call.name)).toHaveLength(1)
    expect(calls.filter(({ method, path }) => method === call.method && path === call.path)).toHaveLength(1)
  })

  it('answers no field that it does not declare', () => {
    if (typeof call.response === 'string') return
    const schema = JSON.stringify(z.toJSONSchema(call.response, { unrepresentable: 'any' }))
    const objects = schema.match(/"type":"object"/g)?.length
    // A record says of what kind all its values are; {} would let anything through.
    const closed = schema.match(/"additionalProperties":(false|\{")/g)?.length
    expect(closed, 'every object in a response is a z.strictObject, or a z.record of known values').toBe(objects)
  })

  it('asks for a token wherever it has a caller', () => {
    expect(call.auth === 'none').toBe(call.permission === 'anyone')
  })

  it('stands in the OpenAPI document with each of its errcodes', () => {
    const document = openapi(calls)
    const operation = document.paths[`/api/v1${call.path}`]?.[call.method.toLowerCase()]
    expect(operation).toMatchObject({ operationId: call.name, 'x-permission': call.permission })
    for (const errcode of errcodes(call)) expect(JSON.stringify(operation)).toContain(`${errcode}: `)
  })
})
