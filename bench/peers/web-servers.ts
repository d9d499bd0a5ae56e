import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { chmod, chown, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unpackDebian } from '@plinth/tools/debian-packages'
import { freePort } from '@plinth/tools/free-port'
import { end, tied } from '../product.ts'
import { untilListening } from './listening.ts'

/** Fetched when the first of them is asked for. */
let fetched: ReturnType<typeof unpackDebian> | undefined
export function debian() {
  fetched ??= unpackDebian(['nginx', 'apache2-bin', 'rclone', 'wrk'])
  return fetched
}

/** A peer that runs on loopback until it is stopped. */
export interface Peer {
  name: string
  version: string
  port: number
  /** What it serves. */
  folder: string
  process: ChildProcess
  stop(): Promise<void>
}

interface Start {
  name: string
  version: string
  program: string
  args(port: number, files: string): string[]
  /** Written into the peer's own folder before it starts. */
  config?: { name: string; text(port: number, files: string): string }
}

async function startPeer(folder: string, { name, version, program, args, config }: Start): Promise<Peer> {
  const files = join(folder, 'files')
  const port = await freePort()
  await mkdir(files, { recursive: true })
  if (config) await writeFile(join(folder, config.name), config.text(port, files))
  if (owner) await handOver(folder, files, owner)
  const { programOf, environment: env } = debian()
  const options: SpawnOptions = { ...owner, cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] }
  const child = tied(spawn(programOf(program), args(port, files), options))
  await untilListening(port, child)
  return { name, version, port, folder: files, process: child, stop: () => end(child) }
}

/** What a program says of its version. */
function versionOf(program: string, flag: string): string {
  const { programOf, environment: env } = debian()
  const said = execFileSync('/bin/sh', ['-c', '"$0" "$1" 2>&1', programOf(program), flag], { env }).toString()
  return /\d+\.\d+(\.\d+)?/.exec(said)?.[0] ?? ''
}

/** Apache does not serve as root, so for root all of them run as nobody. */
const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

async function handOver(folder: string, files: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chmod(dirname(folder), 0o755)
  for (const path of [folder, files]) await chown(path, uid, gid)
}

/** As its own documentation tunes it for files: sendfile, a worker a core, no log. */
export const startNginx = (folder: string): Promise<Peer> =>
  startPeer(folder, {
    name: 'nginx',
    version: versionOf('nginx', '-v'),
    program: 'nginx',
    args: () => ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
    config: {
      name: 'nginx.conf',
      text: (port, files) => `
        daemon off;
        pid ${folder}/nginx.pid;
        worker_processes auto;
        events { worker_connections 1024; }
        http {
          access_log off;
          sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000;
          client_max_body_size 0;
          client_body_temp_path ${folder}/incoming;
          proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
          uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
          server {
            listen 127.0.0.1:${port};
            root ${files};
            dav_methods PUT DELETE MKCOL COPY MOVE;
          }
        }`,
    },
  })

const modules = ['mpm_event', 'authz_core', 'dav', 'dav_fs']

/** Debian's defaults: the event MPM, sendfile off as they have it for DAV, and a database of locks. */
export const startApache = (folder: string): Promise<Peer> =>
  startPeer(folder, {
    name: 'Apache mod_dav',
    version: versionOf('apache2', '-v'),
    program: 'apache2',
    args: () => ['-f', join(folder, 'apache.conf'), '-D', 'FOREGROUND'],
    config: {
      name: 'apache.conf',
      text: (port, files) => `
        ${modules.map(name => `LoadModule ${name}_module ${debian().fileOf('usr/lib/apache2/modules')}/mod_${name}.so`).join('\n')}
        ServerName localhost
        ServerRoot ${folder}
        DefaultRuntimeDir ${folder}
        PidFile ${folder}/apache.pid
        Listen 127.0.0.1:${port}
        ErrorLog ${folder}/error.log
        MaxKeepAliveRequests 0
        LimitRequestBody 0
        DAVLockDB ${folder}/locks
        DocumentRoot ${files}
        <Directory ${files}>
          Dav On
          Require all granted
        </Directory>`,
    },
  })

export const startRclone = (folder: string): Promise<Peer> =>
  startPeer(folder, {
    name: 'rclone serve webdav',
    version: versionOf('rclone', 'version'),
    program: 'rclone',
    args: (port, files) => ['serve', 'webdav', files, '--addr', `127.0.0.1:${port}`, '--config', '/dev/null', '-q'],
  })

/** The peers leave it to the operating system when a file reaches the disk. This waits for that, and for its name to be there. */
export async function syncFile(path: string): Promise<void> {
  for (const name of [path, dirname(path)]) {
    const handle = await open(name, 'r')
    await handle.sync().finally(() => handle.close())
  }
}
