import type { Figure } from './report.ts'

/** Who did the work, and how fast, once a round. */
export interface Contender {
  name: string
  version: string
  values: number[]
}

/** The same work by several, as so much a second. Plinth comes first. */
export interface Comparison {
  name: string
  unit: string
  how: string
  /** How much of whose figure ours is meant to reach. */
  aims?: { beside: string; ratio: number }[]
  contenders: Contender[]
}

/** How long one thing takes as the rows become more. */
export interface Curve {
  name: string
  engine: string
  points: { rows: number; ms: number }[]
}

export interface Results {
  comparisons?: Comparison[]
  curves?: Curve[]
  figures?: Figure[]
}

/** `load` is what others had the machine do, as far as that is known. */
export type Measured = Results & { measuredOn: string; machine: string; load?: number }
