import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { playwrightOutcome, vitestOutcome } from './test-reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'plinth-reports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function report(content: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const counts = ({ passed, failed }: { passed: number; failed: number }) => ({ passed, failed })
const well = { code: 0, output: '' }
const badly = { code: 1, output: '' }
const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }

test('what passed is counted', async () => {
  expect(counts(await vitestOutcome(well, report(vitest)))).toEqual({ passed: 3, failed: 0 })
  expect(counts(await playwrightOutcome(well, report(playwright)))).toEqual({ passed: 3, failed: 0 })
})

test('what failed is counted', async () => {
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }]
  const some = { ...vitest, numFailedTests: 1, testResults }
  expect(counts(await vitestOutcome(badly, report(some)))).toEqual({ passed: 3, failed: 1 })
  const journeys = { ...playwright, stats: { ...playwright.stats, unexpected: 2 } }
  expect(counts(await playwrightOutcome(badly, report(journeys)))).toEqual({ passed: 3, failed: 2 })
})

test('a part that dies without a report failed', async () => {
  const outcome = await vitestOutcome({ code: 1, output: 'out of memory' }, join(folder, 'missing.json'))
  expect(counts(outcome)).toEqual({ passed: 0, failed: 1 })
  expect(outcome.output).toContain('out of memory')
})

test('a file that breaks before its first test failed', async () => {
  const broken = { ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(counts(await vitestOutcome(badly, report(broken)))).toEqual({ passed: 3, failed: 1 })
})

test('no test at all is a failure', async () => {
  const none = { ...vitest, numPassedTests: 0 }
  expect(counts(await vitestOutcome(well, report(none)))).toEqual({ passed: 0, failed: 1 })
})

test('a test that was left out is a failure', async () => {
  const skipping = { ...vitest, numPendingTests: 1, numTodoTests: 1 }
  expect(counts(await vitestOutcome(well, report(skipping)))).toEqual({ passed: 3, failed: 2 })
  const journeys = { ...playwright, stats: { ...playwright.stats, skipped: 1 } }
  expect(counts(await playwrightOutcome(well, report(journeys)))).toEqual({ passed: 3, failed: 1 })
})

test('a journey that passes only at the second try failed', async () => {
  const flaky = { ...playwright, stats: { ...playwright.stats, flaky: 1 } }
  expect(counts(await playwrightOutcome(well, report(flaky)))).toEqual({ passed: 3, failed: 1 })
})

test('an error outside of any test is a failure', async () => {
  expect(counts(await vitestOutcome(badly, report(vitest)))).toEqual({ passed: 3, failed: 1 })
  expect(counts(await playwrightOutcome(badly, report({ ...playwright, errors: [{}] })))).toEqual({
    passed: 3,
    failed: 1,
  })
})
