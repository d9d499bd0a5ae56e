import * as z from 'zod'
import { call } from './call.ts'

export const events = call({
  name: 'events',
  summary:
    'What changes for the caller, as server-sent events. Resume with the header Last-Event-ID, or begin with what happened in the last `age` milliseconds.',
  method: 'GET',
  path: '/events',
  auth: 'token',
  permission: 'self',
  scope: 'read',
  request: z.object({ age: z.coerce.number().int().min(0).optional() }),
  response: 'text/event-stream',
  errors: [],
})

/** One event. `type` names what changed; `data` says which thing, never its content: the reader asks for that with its own rights. */
export interface Event {
  type:
    | 'hello'
    | 'session.ended'
    | 'token.ended'
    | 'sessions.changed'
    | 'user.changed'
    | 'orgs.changed'
    | 'org.changed'
    | 'invites.changed'
    | 'projects.changed'
    | 'project.changed'
    | 'files.changed'
  data: Record<string, string>
}
