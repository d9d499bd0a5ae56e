import { Passkeys } from './Passkeys.tsx'
import { Sessions } from './Sessions.tsx'
import { SigninMethods } from './SigninMethods.tsx'
import { TwoFactor } from './TwoFactor.tsx'

export function SecurityContent() {
  return (
    <div className="grid gap-8">
      <SigninMethods />
      <TwoFactor />
      <Passkeys />
      <Sessions />
    </div>
  )
}
