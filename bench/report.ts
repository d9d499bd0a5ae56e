import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'

export interface Figure {
  name: string
  value: string
  unit: string
  /** What exactly was measured, and beside what. */
  note: string
}

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

export const machine = () =>
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform} ${kernel} ${process.arch}`

const kernel = release().split('-')[0]

export const table = (figures: Figure[]) =>
  [
    '| what | figure | how |',
    '|---|---|---|',
    ...figures.map(({ name, value, unit, note }) => `| ${name} | ${value} ${unit} | ${note} |`),
  ].join('\n')

export function print(figures: Figure[]): void {
  console.log(`\n${table(figures)}\n\nMeasured on ${machine()}.`)
}

const readme = new URL('../README.md', import.meta.url)
const landing = new URL('../apps/web/src/features/landing/figures.json', import.meta.url)

/** README and the landing page show the same figures, from the same run. */
export async function keep(figures: Figure[]): Promise<void> {
  const measuredOn = new Date().toISOString().slice(0, 10)
  const block = `<!-- figures -->\n${table(figures)}\n\nMeasured on ${measuredOn}, ${machine()}.\n<!-- /figures -->`
  const text = await readFile(readme, 'utf8')
  await writeFile(
    readme,
    text.replace(/<!-- figures -->[\s\S]*<!-- \/figures -->/, () => block),
  )
  await writeFile(landing, `${JSON.stringify({ measuredOn, machine: machine(), figures }, null, 2)}\n`)
}
