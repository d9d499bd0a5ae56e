import type { CallError } from '@plinth/contract/errors'
import { inviteByEmail } from '@plinth/contract/invites'
import type { OrgRole } from '@plinth/contract/permissions'
import { ask } from '../../lib/api.ts'
import type { Address } from './addresses.ts'

/** What became of one address. */
export interface Outcome {
  address: string
  /** Of an invite that was sent. */
  link?: string
  /** Why none was sent. */
  failure?: string
}

/** These speak about one address; anything else would come back for every address after it. */
const aboutOne: readonly CallError['errcode'][] = ['ALREADY_MEMBER', 'INVITE_PENDING', 'BAD_INPUT']
const noAddress = 'Enter Valid email id'
const notSent = 'Not sent, because of the failure before it.'

type Invites = { orgid: string; role: OrgRole; addresses: readonly Address[] }

/** Sends one invite after the other and reports all outcomes so far each time. */
export async function sendInvites({ orgid, role, addresses }: Invites, report: (outcomes: Outcome[]) => void) {
  const outcomes: Outcome[] = []
  let stopped = false
  for (const { text: address, valid } of addresses) {
    if (!valid) outcomes.push({ address, failure: noAddress })
    else if (stopped) outcomes.push({ address, failure: notSent })
    else {
      const [sent, error] = await ask(inviteByEmail, { orgid, email: address, role: [role] })
      if (error) outcomes.push({ address, failure: error.errcode === 'BAD_INPUT' ? noAddress : error.msg })
      else outcomes.push({ address, link: sent.link })
      stopped = error !== null && !aboutOne.includes(error.errcode)
    }
    report([...outcomes])
  }
  return outcomes
}
