import type { AnyTx } from '@plinth/platform/database/database'
import { publish } from '@plinth/platform/events'

/** Tells all the person's open pages to ask afresh who they are. */
export const publishUserChanged = (tx: AnyTx, userid: string) =>
  publish(tx, { topic: `user:${userid}`, event: { type: 'user.changed', data: { userid } } })
