import { readFile } from 'node:fs/promises'
import type { Ended, Outcome } from './part-runner.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

export async function vitestOutcome(ended: Ended, reportFile: string): Promise<Outcome> {
  return outcome(ended, await read<VitestReport>(reportFile), report => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + filesThatBroke(report),
    skipped: report.numPendingTests + report.numTodoTests,
  }))
}

/** A file that fails before its first test has no failed test to count. */
const filesThatBroke = (report: VitestReport) =>
  report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(result => result.status === 'failed'),
  ).length

export async function playwrightOutcome(ended: Ended, reportFile: string): Promise<Outcome> {
  return outcome(ended, await read<PlaywrightReport>(reportFile), ({ stats, errors }) => ({
    passed: stats.expected,
    // What passes only at the second try is not proved.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }))
}

async function read<Report>(file: string): Promise<Report | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

function outcome<Report>(ended: Ended, report: Report | undefined, count: (report: Report) => Counts): Outcome {
  if (!report) return { passed: 0, failed: 1, output: `${ended.output}\nIt ended without a report.` }
  const { passed, failed, skipped } = count(report)
  if (skipped > 0)
    return { passed, failed: failed + skipped, output: `${ended.output}\n${skipped} left out: that is a failure.` }
  if (passed + failed === 0) return { passed, failed: 1, output: `${ended.output}\nNot one test ran.` }
  if (failed === 0 && ended.code !== 0)
    return { passed, failed: 1, output: `${ended.output}\nIt ended with code ${ended.code}.` }
  return { passed, failed, output: ended.output }
}
