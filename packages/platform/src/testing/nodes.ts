import { inject } from 'vitest'
import type { Config } from '../config.ts'
import type { Service } from '../service.ts'
import { type Running, start } from '../start.ts'
import { inTurns } from './in-turns.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How many nodes answer in turns, where the tests that do not say otherwise are to run on more than one. */
    nodes?: number
  }
}

/** One node, or as many as the project under test wants: on one database and one blob store, asked in turns. */
export async function startNodes(config: Config, services: readonly Service[]): Promise<Running> {
  const count = inject('nodes') ?? 1
  if (count === 1) return start(config, services)
  const begin = () => start({ ...config, port: 0 }, services)
  const [first, ...others] = await Promise.all([begin(), ...Array.from({ length: count - 1 }, begin)])
  const nodes = [first, ...others]
  const front = await inTurns(
    nodes.map(({ url }) => url),
    config.port,
  )

  /** What one node does may leave work that another takes. */
  async function idle(): Promise<void> {
    for (const { platform } of [...nodes, ...nodes]) await platform.jobs.idle()
  }

  return {
    ...first,
    url: front.url,
    platform: { ...first.platform, jobs: { ...first.platform.jobs, idle } },
    async close() {
      // Streams of events end, and what is under way is answered, before the way to them is.
      await Promise.all(nodes.map(node => node.close()))
      await front.close()
    },
  }
}
