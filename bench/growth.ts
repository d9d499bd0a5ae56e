import {
  cancelJob,
  copyDir,
  createDir,
  deleteDir,
  dirInfo,
  jobInfo,
  listDir,
  markDir,
  moveDir,
  renameDir,
} from '@plinth/contract/dirs'
import { recentFiles, searchFiles } from '@plinth/contract/files'
import { restoreTrash } from '@plinth/contract/trash'
import { startPostgres } from '@plinth/tools/postgres'
import { intoPostgres, intoSqlite, type Loader } from './many-files.ts'
import { type Product, withProduct } from './product.ts'
import { openFilestore } from './product-files.ts'
import { type Figure, median } from './report.ts'
import type { Curve, Results } from './results.ts'
import { isQuick } from './turns.ts'

const sizes = isQuick ? [100, 10_000] : [100, 10_000, 1_000_000]
const tries = isQuick ? 5 : 25

/** Each list, search and folder operation in a filestore with one folder of few files, of more, and of a million. */
export async function measureGrowth(): Promise<Results> {
  const curves = await withProduct({}, product => grow('SQLite', product, intoSqlite(product.folder)))
  const cluster = await startPostgres()
  try {
    const environment = { DATABASE_URL: cluster.url }
    curves.push(...(await withProduct(environment, product => grow('PostgreSQL', product, intoPostgres(cluster.url)))))
  } finally {
    await cluster.stop()
  }
  return { curves, figures: ['SQLite', 'PostgreSQL'].flatMap(engine => aims(engine, curves)) }
}

type Filestore = Awaited<ReturnType<typeof openFilestore>>

async function grow(engine: string, product: Product, load: Loader): Promise<Curve[]> {
  const store = await openFilestore(product)
  for (const dirname of ['Many', 'Elsewhere']) await store.ask(createDir, { parentdirpath: '/', dirname })
  const { objid } = await store.ask(listDir, { path: '/Many' })
  const curves = new Map<string, Curve>()
  let loaded = 0
  for (const rows of sizes) {
    await load({ nsname: store.nsname, parentid: objid }, loaded + 1, rows)
    loaded = rows
    process.stderr.write(`${engine}, ${rows.toLocaleString('en')} files\n`)
    for (const [name, ms] of Object.entries(await timesOf(store, objid, rows))) {
      const curve = curves.get(name) ?? { name, engine, points: [] }
      curve.points.push({ rows, ms })
      curves.set(name, curve)
    }
  }
  return [...curves.values()]
}

async function timesOf({ ask }: Filestore, objid: string, rows: number): Promise<Record<string, number>> {
  const last = await lastPage(ask, rows)
  const found = async (search: string) => {
    if ((await ask(searchFiles, { search })).fsobjects.length === 0) throw new Error(`"${search}" was not found`)
  }
  return {
    'First page of a folder': await timeOf(() => ask(listDir, { path: '/Many' })),
    'Last page of a folder': await timeOf(() => ask(listDir, { path: '/Many', cursor: last })),
    'Search, one name holds it': await timeOf(() => found('0000077')),
    'Search, all names begin with it': await timeOf(() => found('report')),
    'Search, all names hold it': await timeOf(() => found('north')),
    'Search, two characters that no name holds': await timeOf(() => ask(searchFiles, { search: 'zq' })),
    'Recent files': await timeOf(() => ask(recentFiles, {})),
    'Size of a folder': await timeOf(() => ask(dirInfo, { objectid: objid })),
    'Rename of the folder': await timeOf(
      () => ask(renameDir, { parentdirpath: '/', srcdirname: 'Many', dstdirname: 'Renamed' }),
      () => ask(renameDir, { parentdirpath: '/', srcdirname: 'Renamed', dstdirname: 'Many' }),
    ),
    'Move of the folder': await timeOf(
      () => ask(moveDir, { srcdirpath: '/Many', dstdirpath: '/Elsewhere/Many' }),
      () => ask(moveDir, { srcdirpath: '/Elsewhere/Many', dstdirpath: '/Many' }),
    ),
    'Copy of the folder, until answered': await timeOfCopies(ask),
    // Last, and once: what it leaves to be done in the background would be in the others' way.
    'To the trash': await timeOf(
      () => ask(deleteDir, { dirpath: '/Many' }),
      () => ask(restoreTrash, { objectid: objid }),
      1,
    ),
  }
}

/** Where the last page with files on it begins. */
async function lastPage(ask: Filestore['ask'], rows: number): Promise<string> {
  const begins: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const marks = await ask(markDir, { path: '/Many', ...(cursor ? { cursor } : {}) })
    begins.push(...marks.cursors)
    cursor = marks.cursor
  }
  // The last mark of all may stand behind the last file.
  return begins[Math.ceil(rows / 50) - 2] ?? ''
}

/** The median of some calls, one after the other. What has to be undone is undone outside the time. */
async function timeOf(work: () => Promise<unknown>, undo?: () => Promise<unknown>, times = tries): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const since = performance.now()
    await work()
    took.push(performance.now() - since)
    await undo?.()
  }
  return median(took)
}

/** Each is given up as soon as it is promised, since making it would take as long as there are files. */
async function timeOfCopies(ask: Filestore['ask']): Promise<number> {
  let jobid = ''
  return timeOf(
    async () => {
      jobid = (await ask(copyDir, { srcdirpath: '/Many', dstdirpath: '/Copy' })).jobid
    },
    async () => {
      await ask(cancelJob, { jobid })
      const { state } = await ask(jobInfo, { jobid })
      if (state === 'done') await ask(deleteDir, { dirpath: '/Copy' })
    },
  )
}

/** What the lists and folders of a million files are meant to do. */
function aims(engine: string, curves: Curve[]): Figure[] {
  const largest = (name: string) => curves.find(curve => curve.engine === engine && curve.name === name)?.points.at(-1)
  const [first, last] = [largest('First page of a folder'), largest('Last page of a folder')]
  const folder = ['Rename of the folder', 'Move of the folder', 'Copy of the folder, until answered'].map(largest)
  if (!first || !last) return []
  const slowest = Math.max(...folder.map(point => point?.ms ?? Number.POSITIVE_INFINITY))
  const files = first.rows.toLocaleString('en')
  return [
    {
      name: `Last page beside the first, ${engine}`,
      value: (last.ms / first.ms).toFixed(2),
      unit: 'times',
      note: `of a folder with ${files} files, 50 a page; the aim is 1.5 at most`,
    },
    {
      name: `Rename, move or copy, ${engine}`,
      value: slowest.toFixed(1),
      unit: 'ms',
      note: `the slowest of the three, of a folder with ${files} files; the aim is under 20 ms`,
    },
  ]
}
