import { type ThumbnailSize, thumbnail } from '@plinth/contract/thumbnails'
import { useQuery } from '@tanstack/react-query'
import { fetchBytes } from '../../lib/file-bytes.ts'
import type { Store } from '../../lib/file-client.ts'
import { useDelayed } from '../../ui/use-delayed.ts'

/** Whatever flies past while somebody scrolls is not asked for. */
const restMs = 120
/** A browser has six lines to a server; what the person does next needs one too. */
const mostAtOnce = 3

interface Pictured {
  objid: string
  /** Its content's: the same picture at two places is fetched once, and a new version anew. */
  tag: string
}

/** The picture as an address that holds it, once it is there. */
export function useThumbnail(store: Store, { objid, tag }: Pictured, size: ThumbnailSize): string | undefined {
  const resting = useDelayed(true, restMs)
  const { data } = useQuery({
    queryKey: ['thumbnail', tag, size],
    queryFn: ({ signal }) => inTurn(() => read(store, objid, size, signal), signal),
    ...{ enabled: resting, staleTime: Number.POSITIVE_INFINITY, retry: false },
  })
  return data
}

async function read(store: Store, objectid: string, size: ThumbnailSize, signal: AbortSignal): Promise<string> {
  const [response, error] = await fetchBytes(store, thumbnail, { objectid, size }, signal)
  if (error) throw error
  return addressOf(await response.blob())
}

/** With its bytes in it, so that nobody has to remember to let go of them. */
const addressOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

let free = mostAtOnce
const waiting: (() => void)[] = []

/** The last one first: it is what came into sight last. */
async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (free === 0) await new Promise<void>(go => waiting.push(go))
  else free--
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    const next = waiting.pop()
    if (next) next()
    else free++
  }
}
