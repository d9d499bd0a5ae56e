import type { Entry } from './entries.repository.ts'

export type Times = Pick<Entry, 'modifiedat' | 'changedat'>

/** Of what is written now: the date that its sender names, though never one to come, and when it really was, where they differ. */
export function timesOf(lastmodified: number | undefined, now = Date.now()): Times {
  if (lastmodified === undefined) return { modifiedat: now, changedat: null }
  return { modifiedat: Math.min(lastmodified, now), changedat: now }
}

/** When it was written here. */
export const changedHere = ({ modifiedat, changedat }: Times) => changedat ?? modifiedat
