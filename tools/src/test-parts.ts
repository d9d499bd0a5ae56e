import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { findLitmus } from './litmus.ts'
import { capture, type Outcome, type Part } from './part-runner.ts'
import { findS3Server } from './s3-server.ts'
import { playwrightOutcome, vitestOutcome } from './test-reports.ts'

/** Everything that `npm test` proves, in the order in which it is worth knowing. */
export function testParts(reports: string, filters: string[]): Part[] {
  const vitest = async (project: string): Promise<Outcome> => {
    const report = join(reports, `${project}.json`)
    const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--allowOnly=false']
    return vitestOutcome(await capture('vitest', ['run', '--project', project, ...options, ...filters]), report)
  }
  let chromium = ''
  const browser = async (): Promise<Outcome> => {
    const report = join(reports, 'browser.json')
    const env = { PLINTH_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const options = ['--config=e2e/playwright.config.ts', '--reporter=list,json', '--forbid-only']
    return playwrightOutcome(await capture('playwright', ['test', ...options, ...filters], env), report)
  }
  const getChromium = async (): Promise<Outcome> => {
    chromium = await findChromium()
    return { passed: 0, failed: 0, output: '' }
  }
  const getS3Server = async (): Promise<Outcome> => {
    await findS3Server()
    return { passed: 0, failed: 0, output: '' }
  }
  const getLitmus = async (): Promise<Outcome> => {
    await findLitmus()
    return { passed: 0, failed: 0, output: '' }
  }
  return [
    { name: 'generated files', group: 'check', run: () => check('node', 'tools/src/generated-files.ts') },
    { name: 'types of the server', group: 'check', run: () => check('tsc', '-p', '.') },
    {
      name: 'types of the web app',
      group: 'check',
      after: ['generated files'],
      run: () => check('tsc', '-p', 'apps/web'),
    },
    {
      name: 'lint and format',
      group: 'check',
      run: () => check('biome', 'ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'),
    },
    { name: 'import rules', group: 'check', run: () => check('node', 'tools/src/import-rules.ts') },
    { name: 'unused code', group: 'check', after: ['generated files'], run: () => check('knip') },
    { name: 'Chromium', group: 'e2e', run: getChromium },
    // Each of these may have to install a Debian package, which only one can do at a time.
    { name: 'S3 server', group: 'unit', after: ['Chromium'], run: getS3Server },
    { name: 'litmus', group: 'api', after: ['Chromium', 'S3 server'], run: getLitmus },
    { name: 'unit tests', group: 'unit', after: ['S3 server', 'litmus'], run: () => vitest('unit') },
    {
      name: 'build of the web app',
      group: 'e2e',
      after: ['generated files'],
      run: () => check('node', 'tools/src/build-web.ts'),
    },
    { name: 'calls on SQLite', group: 'api', after: ['litmus'], run: () => vitest('sqlite') },
    { name: 'calls on PostgreSQL', group: 'api', after: ['litmus'], run: () => vitest('postgres') },
    { name: 'files in S3', group: 'api', after: ['litmus', 'S3 server'], run: () => vitest('s3') },
    {
      name: 'browser journeys',
      group: 'e2e',
      // A browser that has to share two processors with other tests is slow enough to fail.
      after: ['unit tests', 'calls on SQLite', 'calls on PostgreSQL', 'files in S3'],
      needs: ['Chromium', 'build of the web app'],
      run: browser,
    },
  ]
}

/** A check has no tests to count, so it counts as one. */
async function check(command: string, ...args: string[]): Promise<Outcome> {
  const { code, output } = await capture(command, args)
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}
