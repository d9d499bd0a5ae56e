import type { Mail } from '@plinth/platform/mail'
import { letter } from '../mails.ts'
import type { ProviderName } from './sso.repository.ts'

const names: Record<ProviderName, string> = { google: 'Google', github: 'GitHub' }

/** The letters about accounts at providers. */
export const connectionMails = (publicUrl: string) => {
  const action = { label: 'Set a new password', url: `${publicUrl}/auth/forgot-password` }
  const ifNotYou = 'If that was not you, set a new password right away, then look through your account settings.'

  return {
    connected: (to: string, userid: string, provider: ProviderName, label: string): Mail =>
      letter({
        to,
        subject: `${names[provider]} was connected`,
        lines: [
          `The ${names[provider]} account${label ? ` ${label}` : ''} can now sign in to your user id ${userid}.`,
          ifNotYou,
        ],
        action,
        warning: true,
      }),

    disconnected: (to: string, userid: string, provider: ProviderName): Mail =>
      letter({
        to,
        subject: `${names[provider]} was disconnected`,
        lines: [`${names[provider]} can no longer sign in to your user id ${userid}.`, ifNotYou],
        action,
        warning: true,
      }),
  }
}
