import { median, table as tableOf } from './report.ts'
import type { Comparison, Contender, Curve, Measured, Results } from './results.ts'

const intro = `# Beside its peers

\`npm run bench\` measures all this anew and writes this page. It fetches the peers from Debian and npm into \`.cache\`, starts each on
loopback, and has each do the same work in turns: three rounds that count, in another order every round. A figure is the median of
them; behind ± is how far the rounds lie from it. Whoever measures is on the same machine and takes its share of it, alike for all.

| command | what it measures | about |
|---|---|---|
| \`npm run bench\` | files and accounts, as below | 8 min |
| \`npm run bench -- files\` | 1 GiB and 10,000 files of 4 KiB, up and down, beside nginx, Apache and rclone | 4 min |
| \`npm run bench -- accounts\` | "who am I", a list of 50, sign-in, memory and files, beside Parse Server and nginx | 4 min |
| \`npm run bench -- directus\` | the same, beside Directus, which takes minutes to fetch | 5 min |
| \`npm run bench -- nocodb\` | the same without files, beside NocoDB, which takes minutes to fetch | 5 min |
| \`npm run bench -- growth\` | lists, search and folders with 100, 10,000 and 1,000,000 files, on both engines | 6 min |
| \`npm run bench -- filestore\` | the File Store in a browser: a folder of 100,000 files, and uploads beside curl | 6 min |
| \`npm run bench -- memory\` | memory while 10 GiB come in | 1 min |
| \`npm run bench -- figures\` | the figures in README and on the landing page, with \`--keep\` written there | 5 min |

With \`--quick\` each does a small part of the work once, to see that it runs; nothing is written then.
`

export function documentOf(parts: Record<string, Measured>): string {
  const all = Object.values(parts)
  const results = {
    comparisons: all.flatMap(part => part.comparisons ?? []),
    curves: all.flatMap(part => part.curves ?? []),
    figures: all.flatMap(part => part.figures ?? []),
  }
  const when = Object.entries(parts).map(
    ([name, { measuredOn, machine, load = 0 }]) => `- ${name}: ${measuredOn}, ${machine}${busy(load)}`,
  )
  const used = versions(results.comparisons)
  return `${[intro.trimEnd(), tablesOf(results, true), '## Where and when', when.join('\n'), used].join('\n\n').trimEnd()}\n`
}

const busy = (load: number) =>
  load > 1
    ? `, while others kept it busy (a load of ${load}): good for comparing within it, not for the figures themselves`
    : ''

/** What was found, as tables; on the page with a picture above them. */
export function tablesOf({ comparisons = [], curves = [], figures = [] }: Results, withPictures = false): string {
  const picture = (text: string) => (withPictures ? [text] : [])
  return [
    ...(comparisons.length > 0
      ? ['## The same work', ...picture('![The same work by each](bench.svg)'), compared(comparisons)]
      : []),
    ...(curves.length > 0
      ? ['## With more files', ...picture('![Time by the number of files](growth.svg)'), grown(curves)]
      : []),
    ...(figures.length > 0 ? ['## By itself', tableOf(figures)] : []),
  ].join('\n\n')
}

const round = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3))

/** How far the rounds lie from their median, in percent of it. */
function spread({ values }: Contender): number {
  const middle = median(values)
  if (middle === 0) return 0
  return Math.round(100 * Math.max(...values.map(value => Math.abs(value - middle) / middle)))
}

const shown = (contender: Contender) => `${round(median(contender.values))} ±${spread(contender)} %`

function compared(comparisons: Comparison[]): string {
  const rows = comparisons.map(comparison => {
    const { name, unit, how, contenders } = comparison
    const [ours, ...others] = contenders
    const beside = others.map(other => `${other.name} ${shown(other)}`).join('<br>')
    return `| **${name}**, ${unit}<br>${how} | ${ours ? shown(ours) : ''} | ${beside} | ${ratios(comparison)} |`
  })
  return ['| work | Plinth | others | beside |', '|---|---|---|---|', ...rows].join('\n')
}

function ratios({ aims = [], contenders }: Comparison): string {
  const [ours, ...others] = contenders
  const verdicts = aims.flatMap(aim => {
    const other = others.find(({ name }) => name === aim.beside)
    if (!ours || !other) return []
    const reached = median(ours.values) / median(other.values)
    return [
      `${reached.toFixed(2)} of ${other.name}; the aim of ${aim.ratio} is ${reached >= aim.ratio ? 'reached' : 'missed'}`,
    ]
  })
  return verdicts.join('<br>')
}

function grown(curves: Curve[]): string {
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map(({ rows }) => rows)))].sort((a, b) => a - b)
  const rows = curves.map(({ name, engine, points }) => {
    const times = sizes.map(size => points.find(({ rows }) => rows === size)?.ms.toFixed(1) ?? '')
    return `| ${name}, ${engine} | ${times.join(' | ')} | ${slope(points)} |`
  })
  const head = `| ms with so many files | ${sizes.map(size => size.toLocaleString('en')).join(' | ')} | |`
  return [head, `|---|${sizes.map(() => '---|').join('')}---|`, ...rows].join('\n')
}

/** In words, from the fewest rows to the most. */
function slope(points: Curve['points']): string {
  const [first, last] = [points.at(0), points.at(-1)]
  if (!first || !last || first === last) return ''
  const times = last.ms / first.ms
  const more = (last.rows / first.rows).toLocaleString('en')
  return times < 1.5 ? 'stays' : `grows ${times.toFixed(1)} times with ${more} times the files`
}

function versions(comparisons: Comparison[]): string {
  const known = new Map(comparisons.flatMap(({ contenders }) => contenders.map(({ name, version }) => [name, version])))
  const named = [...known].filter(([, version]) => version !== '').map(([name, version]) => `${name} ${version}`)
  return named.length > 0 ? `Versions: ${named.join(', ')}.` : ''
}
