export type Gate = ReturnType<typeof createGate>

interface Waiting {
  alone: boolean
  enter: () => void
}

/** Lets many in together, or one alone. In the order of arrival, so that whoever wants to be alone is not overtaken for ever. */
export function createGate() {
  const waiting: Waiting[] = []
  let inside = 0
  let isTaken = false

  const isOpenFor = (alone: boolean) => inside === 0 || !(isTaken || alone)

  function enter(alone: boolean): Promise<void> | undefined {
    if (waiting.length > 0 || !isOpenFor(alone)) return new Promise(done => waiting.push({ alone, enter: done }))
    inside++
    isTaken = alone
  }

  function leave(): void {
    inside--
    for (let [next] = waiting; next && isOpenFor(next.alone); [next] = waiting) {
      waiting.shift()
      inside++
      isTaken = next.alone
      next.enter()
    }
  }

  return async <Result>(alone: boolean, work: () => Promise<Result>): Promise<Result> => {
    await enter(alone)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
