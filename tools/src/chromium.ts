import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'

const run = promisify(execFile)
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const onMac = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** The path of a Chromium that starts. Installs one where there is none and the machine allows it. */
export async function findChromium(): Promise<string> {
  const found = (await firstThatStarts()) ?? (await installed())
  if (found) return found
  throw new Error(
    'The browser tests need Chromium, and none could be found or installed. On Debian "sudo apt-get install chromium" ' +
      'helps, elsewhere "npx playwright install --with-deps chromium"; PLINTH_CHROMIUM may name one that you have.',
  )
}

async function firstThatStarts(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap(name => folders.map(folder => join(folder, name)))
  const candidates = [process.env.PLINTH_CHROMIUM ?? '', ...onPath, ...onMac, chromium.executablePath()]
  for (const path of candidates) if (path && existsSync(path) && (await starts(path))) return path
  return undefined
}

// Some systems put a stub under these names that only tells how to install the real one.
const starts = (path: string) =>
  run(path, ['--version', '--no-sandbox'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  )

async function installed(): Promise<string | undefined> {
  const asRoot = process.getuid?.() === 0
  if (asRoot && existsSync('/usr/bin/apt-get')) {
    console.log("There is no Chromium yet: installing Debian's package, which can take some minutes.")
    await tries('apt-get', ['update', '-qq'])
    await tries('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    const found = await firstThatStarts()
    if (found) return found
  }
  console.log("There is no Chromium yet: downloading Playwright's, which can take some minutes.")
  await tries('playwright', ['install', ...(asRoot ? ['--with-deps'] : []), 'chromium'])
  return firstThatStarts()
}

async function tries(command: string, args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run(command, args, { env, maxBuffer: 64 * 1024 * 1024 }).catch((error: { stderr?: string; message: string }) =>
    console.log(`"${command} ${args.join(' ')}" failed: ${(error.stderr || error.message).trim().slice(-2_000)}`),
  )
}

if (import.meta.main) {
  await findChromium().then(console.log, (error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
