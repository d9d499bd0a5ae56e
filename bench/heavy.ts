import { compareAccountsWith } from './accounts.ts'
import { compareKeptFiles } from './kept-files.ts'
import { startDirectus } from './peers/directus.ts'
import { startNocodb } from './peers/nocodb.ts'
import type { Results } from './results.ts'

// Beside peers that take minutes to fetch, each when it is named.

export const compareNocodb = () => compareAccountsWith(startNocodb, ', beside NocoDB')

export async function compareDirectus(): Promise<Results> {
  const { comparisons = [], figures = [] } = await compareAccountsWith(startDirectus, ', beside Directus')
  return { comparisons: [...comparisons, ...(await compareKeptFiles(startDirectus))], figures }
}
