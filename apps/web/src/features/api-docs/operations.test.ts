import { calls } from '@plinth/contract/calls'
import { openapi } from '@plinth/contract/openapi'
import { expect, test } from 'vitest'
import { type ApiDocument, matches, operationsOf } from './operations.ts'
import { exampleOf, fieldsOf } from './schema-fields.ts'
import { requestLine } from './send.ts'

const document = JSON.parse(JSON.stringify(openapi(calls))) as ApiDocument
const operations = operationsOf(document)

const operation = (name: string) => {
  const found = operations.find(candidate => candidate.name === name)
  if (!found) throw new Error(`The document has no ${name}.`)
  return found
}

test('every call of the contract is listed once', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(calls.map(({ name }) => name).sort())
})

test('two errcodes that share a status are told apart', () => {
  const taken = operation('signup').errors.filter(({ status }) => status === '409')
  expect(taken).toEqual([
    { status: '409', errcode: 'USERID_TAKEN', msg: 'This user id is already taken.' },
    {
      status: '409',
      errcode: 'EMAIL_TAKEN',
      msg: 'An account with this e-mail address exists. Sign in instead.',
    },
  ])
})

test('a field says its type, its limits and whether it may be left out', () => {
  const [orgid] = fieldsOf(operation('createOrg').request)
  expect(orgid).toMatchObject({ name: 'orgid', type: 'string', required: true })
  expect(orgid?.constraints[0]).toBe('3–50 characters')
  const description = fieldsOf(operation('createOrg').request).find(({ name }) => name === 'orgmeta.description')
  expect(description).toMatchObject({ required: false })
})

test('the fields of what a list holds are shown below the list', () => {
  const { response } = operation('listOrgs')
  const names = typeof response === 'string' ? [] : fieldsOf(response).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['orgs', 'orgs[].orgid', 'orgs[].role', 'cursor']))
})

test('the prefilled request holds each required field', () => {
  expect(exampleOf(operation('signin').request)).toEqual({ userid: '', password: '' })
})

test('a GET carries its values in the query, anything else in the body', () => {
  expect(requestLine(operation('listOrgs'), { cursor: 'a b' })).toEqual({ url: '/api/v1/orgs/list?cursor=a+b' })
  expect(requestLine(operation('signin'), { userid: 'mara' })).toEqual({
    url: '/api/v1/login/userid/signin',
    body: '{"userid":"mara"}',
  })
})

test('search wants every word, in any order, errcodes included', () => {
  const found = (search: string) => operations.filter(each => matches(each, search)).map(({ name }) => name)
  expect(found('userid_taken POST userid/signup')).toEqual(['signup'])
  expect(found('no such thing')).toEqual([])
  expect(found('')).toHaveLength(operations.length)
})

test('a call open to all says so, one that needs a token too', () => {
  expect(operation('signin')).toMatchObject({ who: 'Anyone, signed in or not', needsToken: false })
  expect(operation('listOrgs')).toMatchObject({ who: 'Anyone signed in, for themselves', needsToken: true })
})
