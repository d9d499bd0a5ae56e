import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '@plinth/tools/free-port'

/** The configuration is read once more in every worker; what it chose the first time travels in the environment. */
for (const name of ['E2E_PORT', 'E2E_GOOGLE_PORT', 'E2E_GITHUB_PORT']) process.env[name] ??= String(await freePort())
if (!process.env.E2E_DATA) {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
  process.env.E2E_DATA = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

const port = process.env.E2E_PORT ?? ''
const google = `http://127.0.0.1:${process.env.E2E_GOOGLE_PORT}`
const github = `http://127.0.0.1:${process.env.E2E_GITHUB_PORT}`

/** By what the providers know the product. Both sides are told the same. */
const clients = {
  GOOGLE_CLIENT_ID: 'plinth',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GITHUB_CLIENT_ID: 'plinth',
  GITHUB_CLIENT_SECRET: 'github-secret',
}

/** These start a product of their own, one process on a folder, so they would say nothing of a cluster. */
const ofOwnServer = [/a server that is restarted in the middle is waited for/, /100,000 files/]

/** Journeys through the built product in a real browser. `npm run test:e2e` builds it, finds Chromium and runs them. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  grepInvert: process.env.E2E_CLUSTER ? ofOwnServer : [],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A hang is caught all the same; a busy machine is not a failure.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    // Colours that are still changing would be measured half-way.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every step takes as long as the step itself; `--trace on` makes one where it is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.PLINTH_CHROMIUM || undefined,
      // Chromium refuses its sandbox to root; the only pages it sees here are ours.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  webServer: [
    {
      name: 'product',
      command: process.env.E2E_CLUSTER ? 'node ../tools/src/cluster/run.ts' : 'node ../apps/server/src/main.ts',
      url: `http://localhost:${port}/readyz`,
      env: {
        PORT: port,
        PLINTH_DATA: process.env.E2E_DATA,
        NODE_ENV: 'test',
        LOG_LEVEL: 'warn',
        ...clients,
        GOOGLE_ISSUER: google,
        GITHUB_URL: github,
        GITHUB_API_URL: github,
      },
      stdout: 'pipe',
      timeout: process.env.E2E_CLUSTER ? 240_000 : 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: process.env.E2E_CLUSTER ? 30_000 : 5_000 },
    },
    {
      name: 'providers',
      command: 'node ../tools/src/providers/serve.ts',
      url: `${google}/.well-known/openid-configuration`,
      env: {
        ...clients,
        PUBLIC_URL: `http://localhost:${port}`,
        GOOGLE_PORT: process.env.E2E_GOOGLE_PORT ?? '',
        GITHUB_PORT: process.env.E2E_GITHUB_PORT ?? '',
      },
    },
  ],
})
