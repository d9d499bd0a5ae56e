import type { Mail } from '@plinth/platform/mail'
import { letter } from '../mails.ts'

interface Invitation {
  to: string
  orgname: string
  invitedby: string
  link: string
}

export const invitationMail = ({ to, orgname, invitedby, link }: Invitation): Mail =>
  letter({
    to,
    subject: `You're invited to join ${orgname}`,
    lines: [`${invitedby} invites you to the organization ${orgname} on Plinth.`, 'The invite is open for seven days.'],
    action: { label: 'Answer the invite', url: link },
  })
