import { expect, it } from 'vitest'
import { StartRefused } from '../errors.ts'
import { testDatabaseUrl } from '../testing/engine.ts'
import { openDatabase } from './database.ts'
import { refuseIfServed } from './served.ts'

it('a database that is served is known as such, whatever DATABASE_URL calls its connections', async () => {
  const { url, drop } = await testDatabaseUrl()
  if (!url) return
  const named = new URL(url)
  named.searchParams.set('application_name', 'files of the team')
  const db = await openDatabase({ url: named.href, folder: '' })
  await db.ping()
  await expect(refuseIfServed(named.href)).rejects.toThrow(StartRefused)
  await db.close()
  await expect(refuseIfServed(named.href)).resolves.toBeUndefined()
  await drop()
})
