import { createAccessToken } from '@plinth/contract/access-tokens'
import { apiBase } from '@plinth/contract/call'
import { tusBytes, tusPath } from '@plinth/contract/tus'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic } from './testing/dav.ts'
import { canary, startFuzzScene } from './testing/fuzz-scene.ts'
import { rawConnection } from './testing/hostile-lines.ts'

/** What is no call of the contract, WebDAV and tus: addresses, headers and bodies that no client of ours sends. */
const runs = 5 * Number(process.env.FUZZ_RUNS ?? 8)
const seed = Number(process.env.FUZZ_SEED ?? 0) || Math.floor(Math.random() * 2 ** 31)

let scene: Awaited<ReturnType<typeof startFuzzScene>>
let authorization: string
let here: string
let theirs: string
beforeAll(async () => {
  process.stdout.write(`Fuzzing with FUZZ_SEED=${seed}\n`)
  scene = await startFuzzScene()
  const [made] = await scene.app.scene.mila.ask(createAccessToken, { name: 'Mount', scope: 'write', days: 1 })
  authorization = basic('mila', made?.token ?? '')
  const { orgid, projectid } = scene.worlds.own
  here = `/dav/${orgid}/${projectid}/Documents/`
  theirs = `/dav/${scene.theirs.orgid}/${scene.theirs.projectid}/`
})
afterAll(() => scene.app.close())

interface Sent {
  path: string
  headers: Record<string, string>
  body: string
  chunked: boolean
}

async function send(method: string, { path, headers, body, chunked }: Sent) {
  const length = Buffer.byteLength(body)
  const framed = body === '' ? {} : chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${length}` }
  const lines = Object.entries({ host: new URL(scene.app.url).host, connection: 'close', ...headers, ...framed })
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(line => line.join(': '))].join('\r\n')
  const bytes = chunked && body !== '' ? `${length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
  const { closed, answer } = await rawConnection(scene.app.url, `${head}\r\n\r\n${bytes}`)
  await closed
  const text = answer().replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
  return { status: Number(text.slice('HTTP/1.1 '.length, 12)), text }
}

/** A few of them, each with one of its values: what is wrong everywhere is refused before it gets far. */
const fewOf = (headers: Record<string, fc.Arbitrary<string>>) =>
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(headers)), { maxLength: 3 })
    .chain(names => fc.record(Object.fromEntries(names.map(name => [name, headers[name] ?? one('')]))))
const one = (...values: string[]) => fc.constantFrom(...values)
/** What a line of a request can hold at all. */
const anything = fc.string({ maxLength: 40 }).map(text => text.replace(/[^ -~]/g, ''))

const common = {
  'content-type': one('text/xml', 'application/json', 'x', 'multipart/form-data', '', tusBytes),
  expect: one('100-continue', 'x'),
  range: one('bytes=0-0', 'bytes=-0', 'bytes=5-1', 'bytes=99999999999999999999-', 'bytes=0-1,3-4'),
  'if-match': one('*', '"a"', 'W/"a"', ''),
  'if-none-match': one('*', '"a"', ''),
}

function davRequests() {
  const name = fc.oneof(
    one(
      '',
      'a',
      'here.txt',
      'Folder',
      'Folder/x',
      '._a',
      'desktop.ini',
      'a/',
      'a//b',
      '%C3%A9',
      'e%CC%81',
      'a?b=c',
      'a#b',
    ),
    one('%00', '%2e%2e', '..', '%2F', 'a%5Cb', '%ff', '%ED%A0%80', 'a%0Ab', '%E2%80%AE', 'x'.repeat(300)),
    anything.map(text => encodeURIComponent(text)),
  )
  const path = fc.oneof(
    { weight: 5, arbitrary: name.map(each => here + each) },
    name.map(each => `${theirs}${canary}/${each}`),
    one('/', '/dav', theirs, `${theirs}${canary}/theirs.txt`),
  )
  const address = fc.tuple(one('', scene.app.url, 'http://elsewhere', '//'), path).map(parts => parts.join(''))
  const headers = fewOf({
    ...common,
    depth: one('0', '1', 'infinity', 'Infinity', '2', '', '0, 1'),
    destination: address,
    overwrite: one('T', 'F', 'x', ''),
    if: fc.oneof(
      one('(<a>)', '(["x"])', '(Not <a>)', '()', '(((', '<', '([W/"x"])', '<http://[> (<a>)', '<%> (<a>)'),
      address.map(each => `<${each}> (<a> ["b"]) (Not <c>)`),
      anything,
    ),
    'lock-token': one('<a>', 'a', '<>', '<<a>>'),
    timeout: one('Second-1', 'Infinite', 'Second-99999999999', 'Second--1', 'Infinite, Second-4100000000'),
    'content-range': one('bytes 0-1/2'),
    'x-expected-entity-length': one('1', '-1', 'x', '99999999999999'),
  })
  return fc.record({ path, headers, body: xml, chunked: fc.boolean() })
}

const xml = fc.oneof(
  one('', 'hello', '<a', '<a><b></a>', '&&&', '<__proto__/>', '<a __proto__="x" constructor="y"/>', '\ufeff<a/>'),
  one('shared', 'exclusive', 'x').map(
    scope => `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype>
      <D:owner>\u{1f600}<a b="c&amp;"/></D:owner></D:lockinfo>`,
  ),
  one('<D:allprop/>', '<D:propname/>', '<D:prop><D:getetag/><D:__proto__/><y xmlns="z"/></D:prop>', '').map(
    asked => `<D:propfind xmlns:D="DAV:">${asked}</D:propfind>`,
  ),
  fc
    .tuple(
      one('set', 'remove', 'x'),
      one('<z:p xmlns:z="q">&#x1F600;</z:p>', '<p>&#0;</p>', '<D:getetag/>', '<p/>', ''),
    )
    .map(
      ([change, property]) =>
        `<D:propertyupdate xmlns:D="DAV:"><D:${change}><D:prop>${property}</D:prop></D:${change}></D:propertyupdate>`,
    ),
)

/** Addresses of uploads that were begun. */
const begun: string[] = []

function tusRequests() {
  const address = fc.oneof(
    { weight: 3, arbitrary: fc.nat().map(n => begun[n % begun.length] ?? 'none') },
    one('none', '%00', '..', '%2e%2e%2f', 'x'.repeat(400)),
  )
  const metadata = fc.record(
    {
      filename: one('a', 'b', 'c', 'd', 'a\0b', '..', '\u{1f600}', ''),
      parentdirpath: one('/', '/', '/', '/nowhere', '/..', ''),
      parentid: one('none', '\0'),
      conflict: one('keepboth', 'replace', 'x'),
      sha256: one('00', '0'.repeat(64)),
      relativePath: one('x/a', 'a/../b', `${'x/'.repeat(200)}c`),
      ['__proto__']: one('x'),
    },
    { requiredKeys: ['filename', 'parentdirpath'] },
  )
  const headers = fewOf({
    ...common,
    'tus-resumable': one('1.0.0', '1.0.0', '1.0.0', '1.0.0', '0.2', ''),
    'content-type': one(tusBytes, tusBytes, tusBytes, 'text/plain'),
    'upload-length': one('0', '5', '5', '10', '10', '-1', 'x', '1e3', '9007199254740991', '99999999999999999999', ''),
    'upload-offset': one('0', '0', '0', '5', '-1', 'x', '99999999999999999999', '1.5'),
    'upload-checksum': one('sha1 x', 'sha1', 'md5 x', '', 'sha256 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='),
    'upload-concat': fc.oneof(
      one('partial', 'partial', 'final;', 'x'),
      fc.tuple(address, address).map(parts => `final;${parts.join(' ')}`),
    ),
    'upload-metadata': fc.oneof(
      { weight: 3, arbitrary: metadata.map(packed) },
      one('filename', 'filename ,parentdirpath ', ',,,', '=', 'filename ///'),
    ),
    'x-http-method-override': one('PATCH', 'DELETE', 'x'),
  })
  const body = one('', 'hello', 'helloworld', 'x'.repeat(100))
  return fc.record({ path: address, headers, body, chunked: fc.boolean() })
}

/** What would do, with nothing else. */
const usual = (method: string): Record<string, string> => ({
  ...{ 'tus-resumable': '1.0.0', 'content-type': tusBytes, 'upload-offset': '0' },
  ...(method === 'POST'
    ? { 'upload-length': '10', 'upload-metadata': packed({ filename: `file ${begun.length}`, parentdirpath: '/' }) }
    : {}),
})

const packed = (metadata: Record<string, string | undefined>) =>
  Object.entries(metadata)
    .map(([key, value = '']) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join()

describe.each([
  ...['GET', 'HEAD', 'PUT', 'DELETE', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK', 'PROPFIND', 'PROPPATCH', 'OPTIONS'],
  ...['POST', 'PATCH', 'TRACE'],
])('WebDAV: %s', method => {
  it('never breaks, and never tells of another organisation', async () => {
    const holds = fc.asyncProperty(davRequests(), async request => {
      const headers = { authorization, depth: '0', destination: `${here}b`, ...request.headers }
      const { status, text } = await send(method, { ...request, headers })
      // These two say that another server is meant, and that there is no room.
      if (status !== 502 && status !== 507) expect(status, text.slice(0, 500)).toBeLessThan(500)
      expect(text.replaceAll(`${theirs}${canary}`, '')).not.toContain(canary)
    })
    await fc.assert(holds, { seed, numRuns: runs })
  }, 600_000)
})

describe.each(['POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS', 'GET', 'PUT'])('tus: %s', method => {
  it('never breaks', async () => {
    await scene.renew()
    const bearer = `Bearer ${scene.callers.member.filetoken}`
    const holds = fc.asyncProperty(tusRequests(), async request => {
      const path = apiBase + tusPath + (method === 'POST' ? '' : `/${request.path}`)
      const headers = { authorization: bearer, ...usual(method), ...request.headers }
      const { status, text } = await send(method, { ...request, path, headers })
      const [, uploadid] = /\nlocation: \S*\/([\w-]+)\r\n/i.exec(text) ?? []
      if (uploadid) begun.push(uploadid)
      if (status !== 507) expect(status, text.slice(0, 500)).toBeLessThan(500)
    })
    await fc.assert(holds, { seed, numRuns: runs })
    if (method === 'POST') expect(begun).not.toEqual([])
  }, 600_000)
})
