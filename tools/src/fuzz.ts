import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

/** `npm run test:fuzz`: every call, WebDAV and tus with very many hostile requests, on both engines. `-- --runs=200 --seed=1 --only=sqlite` chooses. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string' },
  },
})

const engines = ['sqlite', 'postgres'].filter(name => values.only === undefined || values.only === name)
if (engines.length === 0) throw new Error(`There is no "${values.only}". There are: sqlite, postgres.`)

process.stdout.write(`${values.runs} requests a call and caller; the same again with --seed=${values.seed}\n`)
const env = { ...process.env, FUZZ_RUNS: values.runs, FUZZ_SEED: values.seed }
const projects = engines.flatMap(engine => ['--project', engine])
const args = ['run', ...projects, 'apps/server/src/fuzz.test.ts', 'apps/server/src/fuzz-protocols.test.ts']
const [code] = await once(spawn('vitest', args, { env, stdio: 'inherit' }), 'exit')
process.exitCode = code ?? 1
