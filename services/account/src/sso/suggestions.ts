import { userid } from '@plinth/contract/fields'
import type { Identity } from './provider.ts'

/** Room for a number behind it, within the 50 characters of a user id. */
const longest = 40

/** User ids that would suit somebody, the best first. The last ones end in so many digits that they are free. */
export function suggestions({ login, name, email }: Identity, random = Math.random): string[] {
  const bases = [login, name, email?.split('@')[0], 'user'].map(text => slug(text ?? '')).filter(isWellFormed)
  const [best = 'user'] = bases
  const digits = (count: number) => String(Math.floor(random() * 9 * 10 ** count) + 10 ** count)
  return [...bases.slice(0, -1), `${best}2`, `${best}3`, `${best}${digits(3)}`, `${best}${digits(7)}`]
}

const isWellFormed = (text: string) => userid.safeParse(text).success

/** Accents fall away, everything else that an id cannot hold parts its groups, of which there are three at most. */
function slug(text: string): string {
  const groups =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return groups.slice(0, 3).join('-').slice(0, longest).replace(/-$/, '')
}
