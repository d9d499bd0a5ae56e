import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig, variableNames } from './config.ts'
import { limits } from './http/server.ts'

/** What deploy/ ships cannot be run where Plinth is developed, so it is held against the code it starts. */
const text = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')
const [compose, kubernetes, image, balancer] = ['compose.yaml', 'kubernetes.yaml', 'Dockerfile', 'haproxy.cfg'].map(
  text,
) as [string, string, string, string]

type Variables = Record<string, string>

/** `KEY: value` in the lines below a heading that are indented deeper than it. */
function below(yaml: string, heading: RegExp): Variables {
  const from = heading.exec(yaml)
  if (!from) throw new Error(`There is no ${heading}`)
  const [, lines = ''] = /^\n((?:[ ]+.*\n)*)/.exec(yaml.slice(from.index + from[0].length)) ?? []
  const depth = /^ */.exec(lines)?.[0].length ?? 0
  const inside = lines.split('\n').filter(line => line.startsWith(' '.repeat(depth)))
  return Object.fromEntries(inside.flatMap(line => pairIn(line.slice(depth))))
}

function pairIn(line: string): [string, string][] {
  const [, key, value] = /^([A-Z]\w*): (.*)$/.exec(line) ?? []
  return key && value ? [[key, value.replace(/^"(.*)"$/, '$1')]] : []
}

const all = (within: string, pattern: RegExp) => [...within.matchAll(pattern)].map(([, found = '']) => found)
const unique = (values: string[]) => [...new Set(values)].sort()

const ofImage: Variables = Object.fromEntries(
  all(image, /^ENV (.*)$/gm).flatMap(line => line.split(' ').map(pair => pair.split('=') as [string, string])),
)
const example: Variables = Object.fromEntries(all(text('example.env'), /^([A-Z]\w*=.*)$/gm).map(line => cut(line)))

function cut(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}

/** As compose does it, with a word for each secret that the example leaves open. */
const filledIn = (value: string) => value.replace(/\$\{(\w+)(?::\?)?\}/g, (_, name) => example[name] || 'secret')

const nodeOfCompose = below(compose, /^x-node:[\s\S]*?^ {2}environment:/m)
const nodeOfKubernetes = below(kubernetes, /^stringData:/m)

/** The C library's, which reads it before anything of ours runs. */
const ofTheSystem = 'MALLOC_TRIM_THRESHOLD_'

describe('the variables that a node is given', () => {
  it.each([
    ['by the image', ofImage],
    ['by compose', nodeOfCompose],
    ['by Kubernetes', nodeOfKubernetes],
  ])('%s are variables of the configuration', (_, given) => {
    expect(Object.keys(given).length).toBeGreaterThan(3)
    expect([...variableNames, ofTheSystem]).toEqual(expect.arrayContaining(Object.keys(given)))
  })

  it('say that it listens for others, and keeps what it knows where others find it', () => {
    for (const given of [nodeOfCompose, nodeOfKubernetes]) {
      const values = Object.entries(given).map(([name, value]) => [name, filledIn(value)])
      const config = readConfig({ ...ofImage, ...Object.fromEntries(values) })
      expect(config).toMatchObject({ host: '0.0.0.0', port: 8080, publicUrl: 'https://plinth.example.org' })
      expect([config.databaseUrl, config.blobStore, config.smtpUrl]).not.toContain(undefined)
    }
  })

  it('are all in the example for compose, and nothing else is', () => {
    expect(unique(all(compose, /\$\{(\w+)(?::\?)?\}/g))).toEqual(Object.keys(example).sort())
  })

  it('are asked for by compose where nothing works, or everybody gets in, without them', () => {
    const optional = all(compose, /\$\{(\w+)\}/g)
    expect(unique(optional)).toEqual(['MAIL_FROM', 'SMTP_URL'])
  })

  it('trust the network that compose makes', () => {
    expect(compose).toContain(`subnet: ${nodeOfCompose.TRUST_PROXY}`)
  })
})

describe('what stands in several places', () => {
  it('the port', () => {
    const named = [
      ...all(image, /EXPOSE (\d+)/g),
      ...all(kubernetes, /(?:containerPort|targetPort): (\d+)/g),
      ...all(kubernetes, /path: \/\w+, port: (\d+)/g),
      ...all(compose, /PLINTH_NODE_\d: node\d:(\d+)/g),
      ...all(compose, /127\.0\.0\.1:(\d+)\/readyz/g),
    ]
    expect(named).toHaveLength(10)
    expect(unique(named)).toEqual([ofImage.PORT])
  })

  it('the folder', () => {
    expect(all(image, /VOLUME (\S+)/g)).toEqual([ofImage.PLINTH_DATA])
    expect(kubernetes).toContain(`mountPath: ${ofImage.PLINTH_DATA} }`)
  })

  it('what the load balancer is told', () => {
    const told = below(compose, /^ {2}balancer:[\s\S]*?^ {4}environment:/m)
    expect(unique(all(balancer, /\$\{(\w+)\}/g))).toEqual(Object.keys(told).sort())
    const ports = [told.PLINTH_PLAIN, told.PLINTH_TLS].map(port => port?.slice(1))
    expect(all(compose, /ports: \["80:(\d+)", "443:\d+"\]/g)).toEqual([ports[0]])
    expect(all(compose, /ports: \["80:\d+", "443:(\d+)"\]/g)).toEqual([ports[1]])
    expect(compose).toContain(`:${told.PLINTH_CERTIFICATE}:ro`)
  })

  it('whether a node is ready, and how long it may take to leave', () => {
    expect(balancer).toContain('httpchk GET /readyz')
    expect(all(kubernetes, /path: (\/\w+), port/g)).toEqual(['/readyz', '/healthz', '/healthz'])
    const seconds = [...all(kubernetes, /GracePeriodSeconds: (\d+)/g), ...all(compose, /grace_period: (\d+)s/g)]
    expect(seconds).toEqual(['30', '30'])
  })

  it('the files of pages, which only nodes of the same version have: they are asked for one after the other', () => {
    const sent = all(balancer, /^ {2}(use_backend .*|default_backend .*)$/gm)
    expect(sent.map(line => line.split(' ')[1])).toEqual(['anyhow', 'assets', 'nodes'])
    expect(sent[1]).toContain('path_beg /assets/')
    expect(/^backend assets\n(?: .*\n)*/m.exec(balancer)?.[0]).toContain('retry-on conn-failure 404')
    expect(all(kubernetes, /path: (\/\S*), pathType/g)).toEqual(['/', '/assets'])
    expect(kubernetes).toContain('proxy-next-upstream: error timeout http_404')
  })

  it('how long a reader may pause', () => {
    expect(all(balancer, /timeout client (\w+)/g)).toEqual([`${limits.unreadMs / 60_000}m`])
  })

  it('the image of all nodes, which one builds: three at once get into each other’s way', () => {
    expect(all(compose, /(build): \{/g)).toHaveLength(1)
    expect(all(compose, /^ {2}(node\d): .*\b(?:build|pull_policy: never)\b/gm)).toEqual(['node1', 'node2', 'node3'])
  })

  it('images of others, each with a version', () => {
    const others = all(compose, /^ {4}image: (\S+)$/gm)
    expect(others).toHaveLength(4)
    for (const name of others) expect(name).toMatch(/:\d[\d.]*$/)
  })
})
