import type { Mail } from '@plinth/platform/mail'
import { letter } from '../mails.ts'

/** The letters of sign-up, recovery and change. `publicUrl` is where their links lead. */
export const loginMails = (publicUrl: string) => {
  const link = (path: string, query: Record<string, string>) => `${publicUrl}${path}?${new URLSearchParams(query)}`

  return {
    verifyEmail: (to: string, userid: string, token: string): Mail =>
      letter({
        to,
        subject: 'Verify your e-mail address',
        lines: [
          `Your user id is ${userid}. Verify this address so that you can invite others and recover your account.`,
          'The link works once, for 24 hours.',
        ],
        action: { label: 'Verify e-mail address', url: link('/auth/verify-email', { token }) },
      }),

    resetPassword: (to: string, userid: string, token: string): Mail =>
      letter({
        to,
        subject: 'Set a new password',
        lines: [`Somebody asked for a new password for your user id ${userid}.`, 'The link works once, for one hour.'],
        action: { label: 'Set a new password', url: link('/auth/reset-password', { token }) },
      }),

    changeEmail: (to: string, userid: string, token: string): Mail =>
      letter({
        to,
        subject: 'Verify your new e-mail address',
        lines: [
          `The user ${userid} wants to use this address from now on. It changes when you follow the link.`,
          'The link works once, for 24 hours.',
        ],
        action: { label: 'Use this address', url: link('/auth/change-email', { token, userid }) },
      }),

    emailChanged: (to: string, userid: string, email: string): Mail =>
      letter({
        to,
        subject: 'Your e-mail address was changed',
        lines: [
          `The address of your user id ${userid} is now ${email}.`,
          'If that was not you, set a new password and tell whoever runs this server.',
        ],
        warning: true,
      }),

    passwordChanged: (to: string, userid: string): Mail =>
      letter({
        to,
        subject: 'Your password was changed',
        lines: [
          `The password of your user id ${userid} was changed, and other sessions were ended.`,
          'If that was not you, ask for a new password right away.',
        ],
        action: { label: 'Ask for a new password', url: `${publicUrl}/auth/forgot-password` },
        warning: true,
      }),
  }
}
