import { type Errcode, errors } from '@plinth/contract/errors'

/** The start is refused; the message is the one sentence the person at the terminal reads. */
export class StartRefused extends Error {}

/** A call is refused with one of the contract's errcodes. Thrown anywhere below a route, turned into the answer in one place. */
export class Refusal extends Error {
  readonly errcode: Errcode
  readonly data: unknown
  readonly retryAfterMs: number | undefined

  constructor(errcode: Errcode, details: { data?: unknown; retryAfterMs?: number; cause?: unknown } = {}) {
    super(errors[errcode][1], { cause: details.cause })
    this.errcode = errcode
    this.data = details.data ?? null
    this.retryAfterMs = details.retryAfterMs
  }
}
