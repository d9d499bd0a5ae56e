import { Link } from '@tanstack/react-router'
import { Notice } from '../../ui/Notice.tsx'
import { providers } from './providers.ts'
import type { Failure } from './use-single-sign-on.ts'

const sentences = {
  blocked: () => 'Your browser blocked the window. Allow pop-ups for this site, then try again.',
  closed: (label: string) => `The window of ${label} was closed before you were done. Try again when you like.`,
  denied: (label: string) => `You did not let ${label} tell us who you are. Try again, or use another way in.`,
  failed: (label: string) => `${label} sent no answer that belongs to this try. Try again.`,
}

export function FailureNotice({ provider, why }: Failure) {
  if (typeof why === 'string') {
    return (
      <Notice tone="warning" role="alert">
        {sentences[why](providers[provider].label)}
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
      .
    </Notice>
  )
}
