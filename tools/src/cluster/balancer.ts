import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackDebian } from '../debian-packages.ts'

const settings = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url))

export interface Balancer {
  stop(): Promise<void>
}

/** HAProxy with the settings that deploy/ ships, on loopback: `port` plain, `tlsPort` with a certificate of its own making. */
export async function startBalancer(
  folder: string,
  ports: { plain: number; tls: number },
  nodes: readonly number[],
): Promise<Balancer> {
  const haproxy = unpackDebian(['haproxy'])
  const addresses = nodes.map((port, n) => [`PLINTH_NODE_${n + 1}`, `127.0.0.1:${port}`])
  const child = spawn(haproxy.programOf('haproxy'), ['-db', '-q', '-f', settings], {
    env: {
      ...haproxy.environment,
      PLINTH_PLAIN: `127.0.0.1:${ports.plain}`,
      PLINTH_TLS: `127.0.0.1:${ports.tls}`,
      PLINTH_CERTIFICATE: makeCertificate(folder),
      ...Object.fromEntries(addresses),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { stop: () => end(child) }
}

/** As HAProxy wants it: key and certificate in one file. */
function makeCertificate(folder: string): string {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'both.pem'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject], {
    stdio: 'pipe',
  })
  writeFileSync(both, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'), { mode: 0o600 })
  return both
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
