import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Finished, type Part, runParts, wasStopped } from './part-runner.ts'
import { testParts } from './test-parts.ts'

const groups = ['check', 'unit', 'api', 'e2e']

async function main(args: string[]): Promise<number> {
  const chosen = args.filter(arg => groups.includes(arg))
  const filters = args.filter(arg => !groups.includes(arg))
  if (filters.length > 0 && chosen.length === 0) {
    console.error(`There is no part "${filters[0]}". There are: ${groups.join(', ')}.`)
    return 2
  }
  const reports = await mkdtemp(join(tmpdir(), 'plinth-test-'))
  const parts = testParts(reports, filters).filter(part => chosen.length === 0 || chosen.includes(part.group))
  const results = await runParts(parts, { started: showStart, finished: showResult })
  await rm(reports, { recursive: true, force: true })
  return summarise(parts, results)
}

function showStart(part: Part): void {
  if (part.group !== 'check') console.log(`… ${part.name}`)
}

function showResult(result: Finished): void {
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`)
  console.log(line(result))
}

function line({ part, passed, failed, seconds }: Finished): string {
  const counts = failed > 0 ? `${passed} passed, ${failed} failed` : passed > 0 ? `${passed} passed` : 'ready'
  return `${failed > 0 ? '✗' : '✓'} ${part.name.padEnd(22)} ${counts.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`
}

function summarise(parts: Part[], results: Finished[]): number {
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0)
  const missing = parts.length - results.length
  console.log(`\n${results.map(line).join('\n')}\n`)
  if (wasStopped()) console.log(`Stopped before the end: ${missing} parts did not run.\n`)
  console.log(`${sum('passed')} passed, ${sum('failed') + missing} failed`)
  return sum('failed') + missing > 0 ? 1 : 0
}

process.exitCode = await main(process.argv.slice(2))
