import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useCredentials } from '../../lib/credentials.ts'
import { Failed } from './InviteEndings.tsx'
import { InviteWaiting } from './InviteScreen.tsx'
import { LinkAnswer } from './LinkAnswer.tsx'
import { linkQuery } from './queries.ts'

const incomplete = 'The link is not complete. Copy all of it from the mail, or ask for a new one.'
/** Where the same question may well be answered in a moment. */
const passing: readonly string[] = ['CLIENT_ERROR', 'SERVER_ERROR', 'UNAVAILABLE', 'TOO_MANY_TRIES']

/** `token` is undefined when the address was cut off on its way; `onLogout` leads to sign-in, and from there back here. */
export function VerifyInvite({ token, onLogout }: { token: string | undefined; onLogout: () => void }) {
  return token ? <Verification {...{ token, onLogout }} /> : <Failed msg={incomplete} />
}

function Verification({ token, onLogout }: { token: string; onLogout: () => void }) {
  const credentials = useCredentials()
  const { data: invite, error, isFetching, refetch } = useQuery(linkQuery(token))
  if (error) {
    const again = passing.includes(error.errcode) ? () => void refetch() : undefined
    return <Failed msg={error.msg} onAgain={again} pending={isFetching} />
  }
  if (!invite) return <InviteWaiting />
  if (!credentials) {
    return <Navigate to="/auth/signin" search={{ 'invite-token': token, orgname: invite.orgname }} replace />
  }
  return <LinkAnswer key={credentials.userid} {...{ token, invite, onLogout }} userid={credentials.userid} />
}
