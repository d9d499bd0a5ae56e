import { execFileSync } from 'node:child_process'

/** Only to see that it runs. */
export const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 1 : 3

/**
 * The same work by each in turn, in another order every round, so that what else the machine does meets all alike. Round 0 does
 * not count: caches fill and code is compiled in it, and less of the work will do.
 */
export async function inTurns<Contestant extends { name: string }>(
  contestants: readonly Contestant[],
  work: (contestant: Contestant, round: number) => Promise<Record<string, number>>,
): Promise<Map<Contestant, Record<string, number[]>>> {
  const results = new Map(contestants.map(contestant => [contestant, {} as Record<string, number[]>]))
  for (let round = 0; round <= rounds; round++) {
    for (const contestant of rotated(contestants, round)) {
      // What one left to be written does not fall into the time of the next.
      execFileSync('sync')
      const figures = await work(contestant, round)
      if (round === 0) continue
      tell(contestant.name, round, figures)
      const known = results.get(contestant) ?? {}
      for (const [name, figure] of Object.entries(figures)) known[name] = [...(known[name] ?? []), figure]
    }
  }
  return results
}

function rotated<T>(all: readonly T[], by: number): T[] {
  const from = by % all.length
  return [...all.slice(from), ...all.slice(0, from)]
}

/** A run takes minutes, so whoever waits sees it go on. */
function tell(name: string, round: number, figures: Record<string, number>): void {
  const said = Object.entries(figures).map(([key, figure]) => `${key} ${Math.round(figure).toLocaleString('en')}`)
  process.stderr.write(`${name}, round ${round}: ${said.join(', ')}\n`)
}
