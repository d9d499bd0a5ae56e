import { Refusal } from '@plinth/platform/errors'
import { networkOf } from '@plinth/platform/networks'
import type { Platform } from '@plinth/platform/service'

const minute = 60_000

/** How often one may try. Per address against floods, per account against guessing; both refill evenly. */
const rates = {
  signupByAddress: { burst: 30, perMs: 10 * minute },
  signinByAddress: { burst: 60, perMs: 10 * minute },
  signinByAccount: { burst: 10, perMs: 15 * minute },
  mailByAddress: { burst: 20, perMs: 60 * minute },
  mailByAccount: { burst: 5, perMs: 30 * minute },
  resetByAccount: { burst: 5, perMs: 30 * minute },
  inviteByAccount: { burst: 200, perMs: 60 * minute },
  inviteToOne: { burst: 10, perMs: 60 * minute },
  searchByAccount: { burst: 60, perMs: minute },
  passwordByAccount: { burst: 8, perMs: 15 * minute },
  codeByAccount: { burst: 8, perMs: 15 * minute },
} as const

export function createLimits({ ratelimit }: Platform) {
  const keyOf = (rate: keyof typeof rates, who: string) =>
    `${rate}:${rate.endsWith('ByAddress') ? networkOf(who) : who}`

  return {
    async take(rate: keyof typeof rates, who: string): Promise<void> {
      const taken = await ratelimit.take(keyOf(rate, who), rates[rate])
      if (!taken.ok) throw new Refusal('TOO_MANY_TRIES', { retryAfterMs: taken.retryAfterMs })
    },
    /** Whoever was right in the end has not been guessing. */
    forgive: (rate: keyof typeof rates, who: string) => ratelimit.reset(keyOf(rate, who)),
  }
}
