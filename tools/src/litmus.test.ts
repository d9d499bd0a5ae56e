import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findLitmus } from './litmus.ts'

it('finds litmus, or installs it', { timeout: 300_000 }, async () => {
  // Asked how it is used it answers, and then ends as after a mistake.
  const { stdout } = await promisify(execFile)(await findLitmus(), ['--help']).catch(error => error)
  expect(stdout).toContain('Usage:')
})
