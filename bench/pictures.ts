import { median } from './report.ts'
import type { Comparison, Curve } from './results.ts'

/** Drawn for light and dark pages alike: the picture follows what the reader's system prefers. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 } .page { fill: #ffffff }
  .head { font-weight: 600 } .faint { fill: #59636e } .line { stroke: #d1d9e0 } .other { fill: #a3b1c2 } .ours { fill: #b45309 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .page { fill: #0d1117 } .faint { fill: #9198a1 } .line { stroke: #3d444d } .other { fill: #5b6b80 } .ours { fill: #f59e0b }
  }`

const margin = 16

/** With a ground of its own, since the page around it may be the other way. */
function page(width: number, height: number, title: string, body: string[]): string {
  const [across, down] = [width + 2 * margin, height + 2 * margin]
  const frame = `x="${-margin}" y="${-margin}" width="${across}" height="${down}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${across} ${down}" width="${across}" height="${down}" role="img" aria-label="${title}">
<style>${style}</style>
<rect ${frame} class="page"/>
${body.join('\n')}
</svg>
`
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const said = (x: number, y: number, text: string, kind = '') =>
  `<text x="${x}" y="${y}" class="${kind}">${escaped(text)}</text>`

const bars = { left: 190, width: 400, step: 22, head: 30 }

/** A bar for each contender, as long as its share of the fastest. */
export function drawComparisons(comparisons: Comparison[]): string {
  const body: string[] = []
  let y = 0
  for (const { name, unit, contenders } of comparisons) {
    const best = Math.max(...contenders.map(({ values }) => median(values)))
    body.push(said(0, y + 20, `${name}, ${unit}`, 'head'))
    y += bars.head
    for (const [index, { name: who, values }] of contenders.entries()) {
      const value = median(values)
      const width = Math.max(2, Math.round((bars.width * value) / best))
      body.push(said(0, y + 13, who, 'faint'))
      body.push(
        `<rect x="${bars.left}" y="${y + 2}" width="${width}" height="14" rx="2" class="${index === 0 ? 'ours' : 'other'}"/>`,
      )
      body.push(said(bars.left + width + 8, y + 13, Math.round(value).toLocaleString('en')))
      y += bars.step
    }
    y += 8
  }
  return page(bars.left + bars.width + 90, y, 'The same work by Plinth and others; longer is faster', body)
}

const plot = { left: 60, width: 300, height: 260, gap: 90, key: 18 }
const colours = [
  '#0969da',
  '#b45309',
  '#1a7f37',
  '#8250df',
  '#cf222e',
  '#0a7ea4',
  '#9a6700',
  '#bf3989',
  '#57606a',
  '#2da44e',
  '#e16f24',
]

/** Milliseconds over rows, both by powers of ten, one plot an engine. */
export function drawCurves(curves: Curve[]): string {
  const engines = [...new Set(curves.map(({ engine }) => engine))]
  const names = [...new Set(curves.map(({ name }) => name))]
  const times = curves.flatMap(({ points }) => points.map(({ ms }) => ms))
  const counts = curves.flatMap(({ points }) => points.map(({ rows }) => rows))
  const scale = { x: decades(counts), y: decades(times) }
  const body = engines.flatMap((engine, index) => {
    const left = plot.left + index * (plot.width + plot.gap)
    const mine = curves.filter(curve => curve.engine === engine)
    return [...frame(engine, left, scale), ...mine.map(curve => line(curve, left, scale, colourOf(names, curve.name)))]
  })
  const below = plot.height + 90
  const keys = names.flatMap((name, index) => {
    const [x, y] = [plot.left + (index % 2) * 380, below + Math.floor(index / 2) * plot.key]
    return [
      `<rect x="${x}" y="${y - 9}" width="14" height="4" fill="${colourOf(names, name)}"/>`,
      said(x + 22, y - 2, name),
    ]
  })
  const width = plot.left + engines.length * (plot.width + plot.gap)
  return page(width, below + Math.ceil(names.length / 2) * plot.key, 'Time of each operation by the number of files', [
    ...body,
    ...keys,
  ])
}

interface Decades {
  from: number
  to: number
}

const decades = (values: number[]): Decades => ({
  from: Math.floor(Math.log10(Math.min(...values))),
  to: Math.max(Math.ceil(Math.log10(Math.max(...values))), Math.floor(Math.log10(Math.min(...values))) + 1),
})

const colourOf = (names: string[], name: string) => colours[names.indexOf(name) % colours.length] ?? ''
const share = (value: number, { from, to }: Decades) => (Math.log10(value) - from) / (to - from)
const bottom = plot.height + 30

function frame(engine: string, left: number, { x, y }: { x: Decades; y: Decades }): string[] {
  const steps = ({ from, to }: Decades) => Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n))
  return [
    said(left, 18, engine, 'head'),
    ...steps(y).flatMap(ms => {
      const at = bottom - share(ms, y) * plot.height
      return [
        `<line x1="${left}" x2="${left + plot.width}" y1="${at}" y2="${at}" class="line"/>`,
        said(left - 56, at + 4, `${ms} ms`, 'faint'),
      ]
    }),
    ...steps(x).map(rows =>
      said(left + share(rows, x) * plot.width - 12, bottom + 20, rows.toLocaleString('en'), 'faint'),
    ),
  ]
}

function line({ points }: Curve, left: number, { x, y }: { x: Decades; y: Decades }, colour: string): string {
  const places = points.map(({ rows, ms }) => {
    const across = left + share(rows, x) * plot.width
    return `${across.toFixed(1)},${(bottom - share(ms, y) * plot.height).toFixed(1)}`
  })
  return `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`
}
