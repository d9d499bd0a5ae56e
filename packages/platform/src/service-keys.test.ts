import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from './database/migrate.ts'
import { createServiceKeys } from './service-keys.ts'
import { openTestDatabase, type TestDatabase } from './testing/engine.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
  await migrate(test.db, [{ name: 'platform', migrations: new URL('../migrations/', import.meta.url) }])
})
afterAll(() => test.close())

it('is one key, however many nodes start at once', async () => {
  const nodes = Array.from({ length: 5 }, () => createServiceKeys(test.db))
  const tokens = await Promise.all(nodes.map(node => node.sign('services', { n: 1 })))
  for (const node of nodes) {
    for (const token of tokens) expect(await node.verify('services', token)).toEqual({ n: 1 })
  }
})

it('is not for another audience, and not for ever', async () => {
  let time = 1_000
  const keys = createServiceKeys(test.db, { now: () => time })
  const token = await keys.sign('services', {}, 500)
  expect(await keys.verify('tickets', token)).toBeNull()
  expect(await keys.verify('services', token)).toEqual({})
  time += 500
  expect(await keys.verify('services', token)).toBeNull()
})

it('does not believe what was changed, or is no token', async () => {
  const keys = createServiceKeys(test.db)
  const [body = '', signature = ''] = (await keys.sign('services', { level: 1 })).split('.')
  const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('1', '2')).toString('base64url')
  for (const token of ['', '.', body, `${body}.`, `.${signature}`, `${forged}.${signature}`]) {
    expect(await keys.verify('services', token)).toBeNull()
  }
})
