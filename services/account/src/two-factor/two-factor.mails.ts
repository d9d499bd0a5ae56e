import type { Mail } from '@plinth/platform/mail'
import { letter } from '../mails.ts'

/** The letters about how one signs in beside the password. */
export const twoFactorMails = (publicUrl: string) => {
  const action = { label: 'Set a new password', url: `${publicUrl}/auth/forgot-password` }
  const ifNotYou = 'If that was not you, set a new password right away, then look through your account settings.'

  return {
    turnedOn: (to: string, userid: string): Mail =>
      letter({
        to,
        subject: 'Two-factor sign-in is on',
        lines: [
          `From now on your user id ${userid} needs a code of your authenticator app to sign in.`,
          'Keep the recovery codes where you find them without your phone.',
          ifNotYou,
        ],
        action,
        warning: true,
      }),

    turnedOff: (to: string, userid: string): Mail =>
      letter({
        to,
        subject: 'Two-factor sign-in is off',
        lines: [`Your user id ${userid} no longer needs a code to sign in.`, ifNotYou],
        action,
        warning: true,
      }),

    recoveryCodesRenewed: (to: string, userid: string): Mail =>
      letter({
        to,
        subject: 'You have new recovery codes',
        lines: [`New recovery codes were made for your user id ${userid}. The old ones no longer work.`, ifNotYou],
        action,
        warning: true,
      }),

    recoveryCodeUsed: (to: string, userid: string, left: number): Mail =>
      letter({
        to,
        subject: 'A recovery code was used',
        lines: [
          `Somebody used a recovery code of your user id ${userid}. ${left === 1 ? 'One code is' : `${left} codes are`} left.`,
          ifNotYou,
        ],
        action,
        warning: true,
      }),

    passkeyAdded: (to: string, userid: string, name: string): Mail =>
      letter({
        to,
        subject: 'A passkey was added',
        lines: [`The passkey "${name}" can now sign in to your user id ${userid}.`, ifNotYou],
        action,
        warning: true,
      }),

    passkeyRemoved: (to: string, userid: string, name: string): Mail =>
      letter({
        to,
        subject: 'A passkey was removed',
        lines: [`The passkey "${name}" can no longer sign in to your user id ${userid}.`, ifNotYou],
        action,
        warning: true,
      }),
  }
}
