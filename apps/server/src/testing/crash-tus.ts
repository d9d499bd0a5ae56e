import { expect } from 'vitest'
import type { Content } from './crash-contents.ts'
import { type Outcome, spell } from './crash-filestore.ts'
import type { LaneContext, Step } from './crash-step.ts'

interface Upload {
  location: string
  path: string[]
  content: Content
  /** How many bytes the server said it has for good. */
  acknowledged: number
}

const pieceBytes = 300_000

/** Resumable uploads, which go on after the server was killed where they were. */
export function createTusSteps({ store, model, pool, random }: LaneContext) {
  const uploads = new Set<Upload>()
  let number = 0

  async function create(path: string[], content: Content): Promise<Upload | Outcome> {
    const metadata = { filename: path.at(-1) ?? '', parentdirpath: spell(path.slice(0, -1)), sha256: content.sha256 }
    const answer = await answered(store.tus.create(content.bytes.length, metadata))
    if (!answer) return undefined
    if (answer.status !== 201) return answer.errcode ?? String(answer.status)
    const upload = { location: answer.location, path, content, acknowledged: 0 }
    uploads.add(upload)
    return upload
  }

  async function send(upload: Upload): Promise<Outcome> {
    const { bytes } = upload.content
    do {
      const piece = bytes.subarray(upload.acknowledged, upload.acknowledged + pieceBytes)
      const answer = await answered(store.tus.patch(upload.location, upload.acknowledged, piece))
      if (!answer) return undefined
      if (answer.status !== 204) return answer.errcode ?? String(answer.status)
      upload.acknowledged = answer.offset
    } while (upload.acknowledged < bytes.length)
    return null
  }

  const add = (path: string[], { sha256 }: Content) =>
    model.add(path, { content: sha256, earlier: [] }, 'refuse', undefined)

  function apply(upload: Upload): string | null {
    uploads.delete(upload)
    return add(upload.path, upload.content)
  }

  /** What was acknowledged before is there, whatever happened since. */
  async function goOn(upload: Upload): Promise<Outcome> {
    const found = await answered(store.tus.head(upload.location))
    if (!found) return undefined
    expect(found.status).toBe(200)
    expect(found.offset).toBeGreaterThanOrEqual(upload.acknowledged)
    upload.acknowledged = found.offset
    return found.objid ? null : send(upload)
  }

  return {
    /** Each in a place of its own, so that nobody has its name when it ends. */
    async next(): Promise<Step> {
      const [path, content] = [[`resumable ${number++}`], pool.some()]
      const isEmpty = content.bytes.length === 0
      let upload: Upload | undefined
      return {
        what: 'tus',
        async send() {
          const created = await create(path, content)
          if (typeof created !== 'object' || created === null) return created
          upload = created
          if (isEmpty) return null
          // Now and then it is left for later.
          return random.below(10) === 0 ? goOn(upload) : send(upload)
        },
        apply() {
          if (upload) return apply(upload)
          // An empty file is there once it is begun, even if nobody could be told where to send its bytes.
          return isEmpty ? add(path, content) : null
        },
      }
    },

    async unfinished(): Promise<Step[]> {
      return [...uploads].map(upload => ({
        what: 'tus, resumed',
        send: () => goOn(upload),
        apply: () => (uploads.has(upload) ? apply(upload) : null),
      }))
    },
  }
}

const answered = async <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch(error => {
    if (error instanceof TypeError) return undefined
    throw error
  })
