import { Passkeys } from './Passkeys.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'

export function SecurityContent() {
  return (
    <div className="grid gap-8">
      <TwoFactor />
      <Passkeys />
      <Sessions />
    </div>
  )
}
