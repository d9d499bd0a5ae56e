import type { Call, RequestOf } from '@plinth/contract/call'
import { copyDir, createDir, deleteDir, jobInfo, moveDir, renameDir } from '@plinth/contract/dirs'
import { copyFile, deleteFile, moveFile, renameFile } from '@plinth/contract/files'
import { deleteTrash, emptyTrash, restoreTrash } from '@plinth/contract/trash'
import { restoreVersion } from '@plinth/contract/versions'
import { isDir } from '@plinth/files/testing/model'
import { type NamedContent, type Outcome, spell } from './crash-filestore.ts'
import { frozen, type LaneContext, type Step } from './crash-step.ts'

/** Everything that changes a filestore, but for resumable uploads. */
export function createSteps({ store, model, random, pool, ...context }: LaneContext) {
  const { copies, begunCopies, somePath, someDir, somewhere } = context
  let number = 0

  async function asked<C extends Call>(call: C, request: RequestOf<C>): Promise<Outcome> {
    const [, error] = await store.ask(call, request)
    return error?.errcode === 'CLIENT_ERROR' ? undefined : (error?.errcode ?? null)
  }

  const conflictOf = () => random.of(['refuse', 'replace'] as const)
  const ends = (path: string[]) => [spell(path.slice(0, -1)), path.at(-1) ?? ''] as const

  function form(path: string[], conflict: 'refuse' | 'replace' = conflictOf(), content = pool.some()): Step {
    return {
      what: 'form',
      send: () => store.putForm(path, content, conflict),
      apply: () => model.add(path, { content: content.sha256, earlier: [] }, conflict, undefined),
    }
  }

  /** All of them or none. */
  function together(): Step {
    const [folder, conflict] = [someDir(), conflictOf()]
    const someFile = () => [random.of(['a', 'b', 'é.txt', 'ü']), pool.little()] as const
    const files = Array.from({ length: 2 + random.below(3) }, someFile)
    const add = ([name, { sha256 }]: NamedContent) =>
      model.add([...folder, name], { content: sha256, earlier: [] }, conflict, undefined)
    return {
      what: 'together',
      send: () => store.putTogether(folder, files, conflict),
      apply: () => files.map(add).join(),
    }
  }

  function dav(): Step | undefined {
    const [path, content] = [somewhere(), pool.some()]
    if (isDir(model.at(path))) return undefined
    const apply = () => model.add(path, { content: content.sha256, earlier: [] }, 'replace', undefined)
    return { what: 'dav', send: () => store.putDav(path, content), apply }
  }

  function mkdir(): Step {
    const path = somewhere()
    const [parentdirpath, dirname] = ends(path)
    return {
      what: 'mkdir',
      send: () => asked(createDir, { parentdirpath, dirname }),
      apply: () => model.add(path, { children: new Map() }, 'refuse', undefined),
    }
  }

  async function move(): Promise<Step | undefined> {
    const [from, to, conflict] = [somePath(), somewhere(), conflictOf()]
    if (from.length === 0) return undefined
    const replaced = await store.objidAt(to)
    const send = () =>
      isDir(model.at(from))
        ? asked(moveDir, { srcdirpath: spell(from), dstdirpath: spell(to), conflict })
        : asked(moveFile, { srcfilepath: spell(from), dstfilepath: spell(to), conflict })
    return { what: 'move', send, apply: () => model.move(from, to, conflict, { replaced }) }
  }

  async function rename(): Promise<Step | undefined> {
    const from = somePath()
    if (from.length === 0) return undefined
    const [parentdirpath, source] = ends(from)
    const [target, conflict] = [random.of(['a', 'b', 'renamed', 'ü']), conflictOf()]
    const to = [...from.slice(0, -1), target]
    const replaced = await store.objidAt(to)
    const send = () =>
      isDir(model.at(from))
        ? asked(renameDir, { parentdirpath, srcdirname: source, dstdirname: target, conflict })
        : asked(renameFile, { parentdirpath, srcfilename: source, dstfilename: target, conflict })
    return { what: 'rename', send, apply: () => model.move(from, to, conflict, { replaced }) }
  }

  function copy(): Step | undefined {
    const [from, to, conflict] = [somePath(), somewhere(), conflictOf()]
    const node = model.copy(from)
    if (!node || isDir(node)) return undefined
    return {
      what: 'copy',
      send: () => asked(copyFile, { srcfilepath: spell(from), dstfilepath: spell(to), conflict }),
      apply: () => model.add(to, node, conflict, undefined),
    }
  }

  /** In the background: it is waited for, and if the server dies first it comes about later. */
  function copyFolder(): Step | undefined {
    const node = model.copy([frozen])
    if (!node) return undefined
    const name = `copy ${number++}`
    return {
      what: 'copy of a folder',
      async send() {
        copies.set(name, node)
        const [begun, error] = await store.ask(copyDir, { srcdirpath: `/${frozen}`, dstdirpath: `/${name}` })
        if (!begun && error.errcode === 'CLIENT_ERROR') return undefined
        if (!begun) copies.delete(name)
        if (!begun) return error.errcode
        begunCopies.add(name)
        for (;;) {
          const [job] = await store.ask(jobInfo, { jobid: begun.jobid })
          if (!job) return undefined
          if (job.state !== 'running') return job.state === 'done' ? null : job.state
        }
      },
      apply() {
        if (!copies.delete(name) && model.at([name])) return null
        return model.add([name], node, 'refuse', undefined)
      },
    }
  }

  async function remove(path = somePath()): Promise<Step | undefined> {
    const objid = path.length === 0 ? undefined : await store.objidAt(path)
    if (!objid) return undefined
    const send = () =>
      isDir(model.at(path)) ? asked(deleteDir, { dirpath: spell(path) }) : asked(deleteFile, { filepath: spell(path) })
    const apply = () => {
      model.remove(path, objid)
      return null
    }
    return { what: 'delete', send, apply }
  }

  function ofTrash(): Step | undefined {
    const item = model.trash().length > 0 ? random.of(model.trash()) : undefined
    const chance = random.below(6)
    if (chance === 0)
      return done(
        'empty the trash',
        () => asked(emptyTrash, {}),
        () => model.forget(),
      )
    if (!item) return undefined
    const { objid } = item
    if (chance < 3)
      return done(
        'purge',
        () => asked(deleteTrash, { objectid: objid }),
        () => model.forget(objid),
      )
    if (!model.returnsAsItWas(objid)) return undefined
    return done(
      'restore',
      () => asked(restoreTrash, { objectid: objid }),
      () => model.restore(objid, undefined),
    )
  }

  async function version(): Promise<Step | undefined> {
    const path = somePath()
    const file = model.at(path)
    if (!file || isDir(file) || file.earlier.length === 0) return undefined
    const index = random.below(file.earlier.length)
    const objectid = await store.objidAt(path)
    if (!objectid || file.earlier[index] === file.content) return undefined
    const request = { objectid, versionno: index + 1 }
    return done(
      'restore a version',
      () => asked(restoreVersion, request),
      () => model.restoreVersion(path, index),
    )
  }

  const chances = [
    ...[() => form(somewhere()), () => form(somewhere()), () => form(somewhere()), dav, dav, together, together],
    ...[mkdir, move, move, rename, rename, copy, copy, copyFolder, remove, remove, ofTrash, ofTrash, ofTrash, version],
  ]

  return {
    form,
    /** Undefined, now and then, for a resumable upload. */
    any: () => (random.below(8) === 0 ? undefined : Promise.resolve(random.of(chances)())),
    /** A folder rather than a file, but there need not be any. */
    fewer() {
      const folder = someDir().slice(0, 2)
      return remove(folder.length > 0 ? folder : somePath())
    },
  }
}

function done(what: string, send: () => Promise<Outcome>, change: () => void): Step {
  const apply = () => {
    change()
    return null
  }
  return { what, send, apply }
}
