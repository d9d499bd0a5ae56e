import { createHash, randomBytes } from 'node:crypto'
import type { Errcode } from '@plinth/contract/errors'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { AccountTables } from '../tables.ts'

const minute = 60_000
const hour = 60 * minute

/** How long each kind works, and what is said of one that is gone. The first three go by mail, the others are steps on a screen. */
const kinds = {
  'verify-email': { lifetime: 24 * hour, dead: 'LINK_DEAD' },
  'reset-password': { lifetime: hour, dead: 'LINK_DEAD' },
  'change-email': { lifetime: 24 * hour, dead: 'LINK_DEAD' },
  sso: { lifetime: 15 * minute, dead: 'SSO_EXPIRED' },
  'two-factor': { lifetime: 10 * minute, dead: 'SIGNIN_EXPIRED' },
  'passkey-signin': { lifetime: 5 * minute, dead: 'SIGNIN_EXPIRED' },
  'passkey-add': { lifetime: 5 * minute, dead: 'PASSKEY_EXPIRED' },
} as const satisfies Record<string, { lifetime: number; dead: Errcode }>

type Kind = keyof typeof kinds

interface Ticket {
  userid: string | null
  /** What the kind needs to remember, as it was given to `issueTicket`. */
  data: Record<string, string>
}

const hash = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

export async function issueTicket(tx: Tx<AccountTables>, kind: Kind, { userid, data }: Ticket): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const row = {
    tickethash: hash(ticket),
    kind,
    userid,
    data: JSON.stringify(data),
    expiresat: Date.now() + kinds[kind].lifetime,
  }
  await tx.query.insertInto('tickets').values(row).execute()
  return ticket
}

/** Takes the ticket: of several who come with it at the same moment one gets it. */
export async function redeemTicket(tx: Tx<AccountTables>, kind: Kind, ticket: string): Promise<Ticket> {
  const row = await tx.query
    .deleteFrom('tickets')
    .where('tickethash', '=', hash(ticket))
    .where('kind', '=', kind)
    .returning(['userid', 'data', 'expiresat'])
    .executeTakeFirst()
  return alive(kind, row)
}

/** Looks without taking, for a step that may be tried again. */
export async function readTicket(db: Queries<AccountTables>, kind: Kind, ticket: string): Promise<Ticket> {
  const row = await db.query
    .selectFrom('tickets')
    .select(['userid', 'data', 'expiresat'])
    .where('tickethash', '=', hash(ticket))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return alive(kind, row)
}

/** A newer link, or what it was for, makes the earlier ones void. */
export async function voidTickets(tx: Tx<AccountTables>, kind: Kind, userid: string): Promise<void> {
  await tx.query.deleteFrom('tickets').where('userid', '=', userid).where('kind', '=', kind).execute()
}

function alive(kind: Kind, row: { userid: string | null; data: string; expiresat: number } | undefined): Ticket {
  if (!row || row.expiresat <= Date.now()) throw new Refusal(kinds[kind].dead)
  return { userid: row.userid, data: JSON.parse(row.data) }
}
