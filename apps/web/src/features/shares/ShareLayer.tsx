import { endSharing, useWantedShare } from '../../lib/sharing.ts'
import { ShareDialog } from './ShareDialog.tsx'

/** Opens above the list when something of it is to be shared. */
export function ShareLayer() {
  const wanted = useWantedShare()
  return wanted ? <ShareDialog {...wanted.store} object={wanted.object} onClose={endSharing} /> : null
}
