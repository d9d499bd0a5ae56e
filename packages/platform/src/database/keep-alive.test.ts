import { existsSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../testing/engine.ts'

/** Where Linux tells of connections, and when it will next ask the other end of each whether it is there. */
const table = '/proc/net/tcp'

it('a line to PostgreSQL is tried before those on the way forget it, so that the one that listens is not lost in silence', async () => {
  const { db, options, close } = await openTestDatabase()
  if (options.url && existsSync(table)) {
    await db.ping()
    const port = Number(new URL(options.url).port)
    const areAsked = async () => {
      const asked = await secondsUntilAsked(port)
      return asked.length > 1 && asked.every(seconds => seconds < 60)
    }
    await expect.poll(areAsked).toBe(true)
  }
  await close()
})

/** Of all connections of this process to a port. One that is never asked has no time. */
async function secondsUntilAsked(port: number): Promise<number[]> {
  const ends = await Promise.all(
    (await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  const there = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = (await readFile(table, 'utf8')).split('\n').map(row => row.trim().split(/\s+/))
  return rows
    .filter(([, , remote, , , , , , , inode]) => remote?.endsWith(there) && ends.includes(`socket:[${inode}]`))
    .map(([, , , , , timer = '']) => (timer.startsWith('02:') ? Number.parseInt(timer.slice(3), 16) / 100 : Number.NaN))
}
