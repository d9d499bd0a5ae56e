import { DavFailure } from './failures.ts'

interface Condition {
  not: boolean
  token?: string
  etag?: string
}

export interface IfList {
  /** Of which resource it speaks; of the one that is asked for where it names none. */
  uri: string | undefined
  conditions: Condition[]
}

/** Each is held against what is there, in the transaction. */
const mostLists = 64

const part = /\s*(?:<([^<>\s]{1,2000})>|(\()|(\))|(Not\b)|\[((?:W\/)?"[^"\]]*")\])\s*/iy

/** The header If (RFC 4918, 10.4): lists of which one has to be met as a whole. */
export function readIf(header: string): IfList[] {
  const lists: IfList[] = []
  let uri: string | undefined
  let open: IfList | undefined
  let not = false
  for (part.lastIndex = 0; part.lastIndex < header.length; ) {
    const [found, named, opens, closes, negates, etag] = part.exec(header) ?? []
    if (found === undefined) throw new DavFailure(400)
    if (opens && !open) open = { uri, conditions: [] }
    else if (closes && open && open.conditions.length > 0 && !not) {
      lists.push(open)
      open = undefined
    } else if (negates && open && !not) not = true
    else if (open && (named !== undefined || etag !== undefined)) {
      open.conditions.push({ not, ...(named === undefined ? { etag: etag ?? '' } : { token: named }) })
      not = false
    } else if (named !== undefined && !open) uri = named
    else throw new DavFailure(400)
  }
  if (open || lists.length === 0 || lists.length > mostLists) throw new DavFailure(400)
  return lists
}

/** Tokens that the client shows it has. */
export const tokensIn = (lists: readonly IfList[]) =>
  new Set(lists.flatMap(({ conditions }) => conditions.flatMap(({ token, not }) => (token && !not ? [token] : []))))

/** What is true of a resource at this moment. */
export interface ResourceState {
  etag: string | undefined
  tokens: ReadonlySet<string>
}

export const isMet = ({ conditions }: IfList, { etag, tokens }: ResourceState) =>
  conditions.every(condition => {
    const holds = condition.token === undefined ? condition.etag === etag : tokens.has(condition.token)
    return holds !== condition.not
  })
