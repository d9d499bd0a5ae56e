const bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
const name = 'plinth_call_seconds'

interface Series {
  /** How many took no longer than each bound and longer than the one before; the last ones took longer than all. */
  counts: number[]
  sum: number
}

export type CallTimes = ReturnType<typeof createCallTimes>

/**
 * How long each call took, by its status, in Prometheus' format. Counted by hand: prom-client puts a key together from the labels
 * of every request, which is felt where a call takes thirty microseconds.
 */
export function createCallTimes() {
  const known = new Map<string, Map<number, Series>>()

  function seriesOf(call: string, status: number): Series {
    const ofCall = known.get(call) ?? new Map<number, Series>()
    const series = ofCall.get(status) ?? { counts: [...bounds, Number.POSITIVE_INFINITY].map(() => 0), sum: 0 }
    if (!known.has(call)) known.set(call, ofCall)
    if (!ofCall.has(status)) ofCall.set(status, series)
    return series
  }

  return {
    observe(call: string, status: number, seconds: number): void {
      const series = seriesOf(call, status)
      let n = 0
      while (seconds > (bounds[n] ?? Number.POSITIVE_INFINITY)) n++
      series.counts[n] = (series.counts[n] ?? 0) + 1
      series.sum += seconds
    },

    text(): string {
      const lines = [`# HELP ${name} Time from request to answer, by call and status.`, `# TYPE ${name} histogram`]
      for (const [call, ofCall] of known)
        for (const [status, series] of ofCall) lines.push(...linesOf(`call="${call}",status="${status}"`, series))
      return `${lines.join('\n')}\n`
    },
  }
}

/** The format wants each bound to count all that took no longer, not only those above the bound before. */
function linesOf(labels: string, { counts, sum }: Series): string[] {
  let count = 0
  const buckets = counts.map((some, n) => {
    count += some
    return `${name}_bucket{le="${bounds[n] ?? '+Inf'}",${labels}} ${count}`
  })
  return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`]
}
