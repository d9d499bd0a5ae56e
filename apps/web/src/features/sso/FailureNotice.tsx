import { Link } from '@tanstack/react-router'
import { popUpSentences } from '../../lib/sso-pop-up.ts'
import { providers } from '../../lib/sso-providers.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Failure } from './use-single-sign-on.ts'

export function FailureNotice({ provider, why }: Failure) {
  const { label } = providers[provider]
  if (typeof why === 'string') {
    return (
      <Notice tone="warning" role="alert">
        {popUpSentences[why](label)}
      </Notice>
    )
  }
  if (why.errcode !== 'SSO_EMAIL_HAS_ACCOUNT') {
    return (
      <Notice tone="danger" role="alert">
        {why.msg}
      </Notice>
    )
  }
  return (
    <Notice tone="info" role="alert" title="You have an account already">
      {why.msg} If you do not remember the password,{' '}
      <Link to="/auth/forgot-password" className="font-medium text-accent hover:underline">
        set a new one
      </Link>
      . After that you can connect {label} in your settings, under Security.
    </Notice>
  )
}
