import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

/**
 * `npm run test:crash`: the server is killed again and again while files come, go and are swept, on SQLite and PostgreSQL with a
 * disk, and on PostgreSQL with S3. `-- --kills=50 --seed=1 --only=sqlite` chooses.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string' },
  },
})

const rounds: Record<string, { project: string; store: string }> = {
  sqlite: { project: 'sqlite', store: 'disk' },
  postgres: { project: 'postgres', store: 'disk' },
  s3: { project: 'postgres', store: 's3' },
}
const chosen = Object.keys(rounds).filter(name => values.only === undefined || values.only === name)
if (chosen.length === 0) throw new Error(`There is no "${values.only}". There are: ${Object.keys(rounds).join(', ')}.`)

process.stdout.write(`${values.kills} kills each on ${chosen.join(', ')}; the same again with --seed=${values.seed}\n`)
let failed = 0
for (const name of chosen) {
  const { project, store } = rounds[name] ?? { project: '', store: '' }
  const env = { ...process.env, CRASH_KILLS: values.kills, CRASH_SEED: values.seed, CRASH_STORES: store }
  const args = ['run', '--project', project, 'apps/server/src/crash.test.ts']
  const [code] = await once(spawn('vitest', args, { env, stdio: 'inherit' }), 'exit')
  if (code !== 0) failed++
}
process.exitCode = failed === 0 ? 0 : 1
