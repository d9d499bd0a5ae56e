import { Link } from '@tanstack/react-router'
import { useCredentials } from '../../lib/credentials.ts'
import { Button } from '../../ui/Button.tsx'

/** The way on from a page that anybody can open. */
export function SigninButton() {
  const credentials = useCredentials()
  return (
    <Button asChild variant="primary">
      {credentials ? <Link to="/org">Go to your organizations</Link> : <Link to="/auth/signin">Go to sign-in</Link>}
    </Button>
  )
}
