import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '@plinth/tools/free-port'
import { end, firstAnswer, inTemporaryFolder } from './product.ts'
import { type Figure, median } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const runs = 5

const bareServer = (port: number) => `require('http').createServer((q, s) => s.end('ok')).listen(${port}, '127.0.0.1')`

/** From the typed command to the first answer, beside the same for the smallest server Node can run. */
export async function measureStart(): Promise<Figure[]> {
  const plinth: number[] = []
  const bare: number[] = []
  await inTemporaryFolder(async folder => {
    // The first start builds and migrates; the ones after it are what a restart costs.
    for (let run = 0; run <= runs; run++) {
      const took = await timeToAnswer('npm', port => ({
        args: ['start'],
        env: { PORT: String(port), PLINTH_DATA: folder },
      }))
      if (run > 0) plinth.push(took)
      bare.push(await timeToAnswer(process.execPath, port => ({ args: ['-e', bareServer(port)], env: {} })))
    }
  })
  const seconds = median(plinth) / 1000
  const times = median(plinth) / median(bare)
  return [
    {
      name: 'Restart to first answer',
      value: seconds.toFixed(2),
      unit: 's',
      note: `npm start on a data folder in use, ${times.toFixed(1)} times an empty Node server`,
    },
  ]
}

async function timeToAnswer(command: string, how: (port: number) => { args: string[]; env: Record<string, string> }) {
  const port = await freePort()
  const { args, env } = how(port)
  const since = performance.now()
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'ignore' })
  try {
    return await firstAnswer(`http://127.0.0.1:${port}/healthz`, since)
  } finally {
    await end(child)
  }
}
