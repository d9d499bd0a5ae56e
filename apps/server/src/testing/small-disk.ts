import { execFile } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MIB = 1024 * 1024

/** A command that starts another one with little room in a folder, and how that room goes and comes back. */
export interface SmallDisk {
  under: string[]
  isDisk: boolean
  fill(pid: number): Promise<void>
  free(pid: number): Promise<void>
}

/** A file system in memory that only the process sees, and we by way of it. It takes root, or a kernel that lets users have namespaces. */
async function mounted(folder: string): Promise<SmallDisk | undefined> {
  for (const flags of ['-m', '-rm']) {
    const works = await run('unshare', [flags, 'mount', '-t', 'tmpfs', 'tmpfs', folder]).then(
      () => true,
      () => false,
    )
    if (!works) continue
    const script = `mount -t tmpfs -o size=32m tmpfs "$0" && exec "$@"`
    const seen = (pid: number) => join(`/proc/${pid}/root`, folder)
    return {
      isDisk: true,
      under: ['unshare', flags, 'sh', '-c', script, folder],
      async fill(pid) {
        const { bavail, bsize } = await statfs(seen(pid))
        await writeFile(join(seen(pid), 'filler'), Buffer.alloc(bavail * bsize)).catch(() => {})
      },
      free: pid => rm(join(seen(pid), 'filler')),
    }
  }
  return undefined
}

/** No file of the process can grow beyond some size: what anybody can have. */
const limited: SmallDisk = {
  isDisk: false,
  under: [],
  fill: async pid => void (await run('prlimit', [`--pid=${pid}`, `--fsize=${MIB / 2}:unlimited`])),
  free: async pid => void (await run('prlimit', [`--pid=${pid}`, '--fsize=unlimited:unlimited'])),
}

/** All ways to be without room that this machine has: always the limit, and a small disk where one can be mounted. */
export async function smallDisks(folder: string): Promise<[string, SmallDisk][]> {
  const disk = await mounted(folder)
  return [['a limit on the size of files', limited], ...(disk ? [['a small disk', disk] as [string, SmallDisk]] : [])]
}
