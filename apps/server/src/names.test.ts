import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { apiBase } from '@plinth/contract/call'
import { createClient } from '@plinth/contract/client'
import { createDir, listDir } from '@plinth/contract/dirs'
import { copyFile, downloadFile, moveFile, renameFile, uploadFile, uploadFiles } from '@plinth/contract/files'
import { tusClient } from '@plinth/files/testing/tus'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mounted, startDav } from './testing/dav.ts'
import type { Store } from './testing/filestores.ts'

let app: Awaited<ReturnType<typeof startDav>>
let store: Store
let other: Store
let ask: ReturnType<typeof createClient>
let token: string
let mount: Mounted
beforeAll(async () => {
  app = await startDav()
})
afterAll(() => app.close())
beforeEach(async () => {
  const { mila } = app.scene
  store = await app.newStore()
  other = await app.newStore()
  token = (await app.tokenOf(mila, store)).token
  ask = createClient({ origin: app.url, token: () => token })
  mount = await app.mount(mila, store)
})

/** Each is a name, and stays what it is. */
const kept = [
  ...['plain', ' spaces around ', 'dots...', '...', '. .', 'trailing space ', 'a\u00a0b'],
  ...['back\\slash', '..\\..\\etc', '%2e%2e', '%2e%2e%2f', '%00', 'a%0d%0ab', '&amp;', 'C:\\CON', 'nul.txt'],
  ...['emoji 👩‍👩‍👧‍👦🏳️‍🌈', 'مرحبا بالعالم', '\u202egnp.exe', '\u200b', '日本語', '\uffff', '\u{1f600}', '\ufeffbom'],
  ...['quote"\'`<b>', '-rf *', "'; drop table entries; --", '$(id)', 'é'.repeat(127), 'a'.repeat(255)],
]
/** No name, and refused. */
const refused = ['.', '..', 'a/b', '../x', '/x', 'a\tb', 'a\nb', 'a\u007f', 'a\u0085', 'é'.repeat(128), 'a'.repeat(256)]
const [decomposed, composed] = ['A\u030angstro\u0308m', 'Ångström']

type Road = (name: string) => Promise<{ status: number; text: string }>

async function told(response: Response) {
  return { status: response.status, text: await response.text() }
}

const asCall = ([, error]: readonly [unknown, { status: number; msg: string; errdata: unknown } | null]) =>
  error ? { status: error.status, text: JSON.stringify(error) } : { status: 200, text: '' }

const roads: Record<string, Road> = {
  'a call': async name => asCall(await ask(createDir, { parentdirpath: '/', dirname: name })),

  async 'a form'(name) {
    const form = new FormData()
    for (const [field, value] of Object.entries({ parentdirpath: '/', filename: name })) form.append(field, value)
    form.append('file', new Blob(['x']), 'anything')
    const headers = { authorization: `Bearer ${token}` }
    return told(await fetch(app.url + apiBase + uploadFile.path, { method: 'PUT', headers, body: form }))
  },

  async 'a call for many files'(name) {
    const [list] = await ask(listDir, { path: '/' })
    const files = [{ path: name, content: Buffer.from('x').toString('base64') }]
    const [answer, error] = await ask(uploadFiles, { parentid: list?.objid ?? '', files })
    const [one] = answer?.uploads ?? []
    return one && 'error' in one ? { status: 409, text: one.error.errcode } : asCall([answer, error])
  },

  async tus(name) {
    const tus = tusClient(
      () => app.url,
      () => token,
    )
    const metadata = { filename: name, parentdirpath: '/' }
    const { status, errcode, data } = await tus.create(1, metadata, {}, Uint8Array.from([120]))
    return { status, text: JSON.stringify({ errcode, data }) }
  },

  // Sent as it stands: a client that tidies addresses up would take the dots away.
  WebDAV: name =>
    new Promise((resolve, reject) => {
      const path = mount.at(`/${encodeURIComponent(name).replaceAll('.', '%2e')}`)
      const { hostname, port } = new URL(app.url)
      const headers = { authorization: mount.authorization, 'content-length': 1 }
      const sent = request({ hostname, port, path, method: 'PUT', headers }, response => {
        response.setEncoding('utf8').on('data', () => {})
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: 'name' }))
      })
      sent.on('error', reject).end('x')
    }),
}

const namesIn = async (where: Store) => {
  const bearer = (await app.tokenOf(app.scene.mila, where)).token
  const [list] = await createClient({ origin: app.url, token: () => bearer })(listDir, { path: '/' })
  return list?.fsobjects.map(({ objname }) => objname).sort()
}

describe.each(Object.entries(roads))('over %s', (road, send) => {
  it('names are kept exactly, whatever is in them, and are found again', async () => {
    for (const name of kept) {
      const { status, text } = await send(name)
      expect([name, status < 300 ? 'kept' : text]).toEqual([name, 'kept'])
    }
    expect(await namesIn(store)).toEqual([...kept].sort())
    if (road === 'a call') return
    for (const name of kept) {
      const address = `${app.url}${apiBase}${downloadFile.path}?filepath=${encodeURIComponent(`/${name}`)}`
      expect([name, await (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).text()]).toEqual([
        name,
        'x',
      ])
    }
  })

  it('what is no name is refused, says so, and reaches nothing anywhere else', async () => {
    const folder = app.platform.config.dataFolder
    const before = await readdir(folder)
    // Many files come with the folders they are in.
    for (const name of refused.filter(name => road !== 'a call for many files' || name !== 'a/b')) {
      const { status, text } = await send(name)
      expect([name, status]).toEqual([name, 400])
      expect(text).toMatch(/name|BAD_INPUT/i)
    }
    expect([await namesIn(store), await namesIn(other)]).toEqual([[], []])
    expect(await readdir(folder)).toEqual(before)
  })

  it('one name in two normal forms is one name', async () => {
    expect((await send(decomposed)).status).toBeLessThan(300)
    expect(await namesIn(store)).toEqual([composed])
    // Over WebDAV a file is written over, as it should be; it is the same file.
    expect([409, 204]).toContain((await send(composed)).status)
    expect(await namesIn(store)).toEqual([composed])
  })
})

describe('a new name', () => {
  it.each(['rename', 'move', 'copy'])('that %s gives is held to the same', async how => {
    const give = (name: string) => {
      if (how === 'rename') return ask(renameFile, { parentdirpath: '/', srcfilename: 'a', dstfilename: name })
      const paths = { srcfilepath: '/a', dstfilepath: `/${name}` }
      return how === 'move' ? ask(moveFile, paths) : ask(copyFile, paths)
    }
    await app.put(token, 'a', 'x')
    // A slash in a path leads to a folder, which is not there.
    for (const name of refused)
      expect([name, [400, 404]]).toEqual([name, expect.arrayContaining([(await give(name))[1]?.status])])
    expect(await namesIn(store)).toEqual(['a'])
    for (const name of kept) {
      expect([name, (await give(name))[1]]).toEqual([name, null])
      expect(await namesIn(store)).toContain(name)
      if (how !== 'copy') await ask(moveFile, { srcfilepath: `/${name}`, dstfilepath: '/a' })
    }
  })
})
