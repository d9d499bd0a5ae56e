import { userid as useridField } from '@plinth/contract/fields'
import { isUseridValid } from '@plinth/contract/login'
import { ask } from './api.ts'
import { type Availability, useAvailability } from './availability.ts'

async function isFree(userid: string, signal: AbortSignal): Promise<boolean | undefined> {
  const [data] = await ask(isUseridValid, { userid }, signal)
  return data?.valid
}

export const useUseridAvailability = (userid: string): Availability =>
  useAvailability(useridField.safeParse(userid).success ? userid : undefined, isFree)

type Messages = { hint?: string; success?: string; error?: string }

export function useridMessages(availability: Availability, userid: string): Messages {
  return {
    initial: {},
    loading: { hint: 'Checking availability...' },
    valid: { success: `Username ${userid} is available.` },
    invalid: { error: 'Username is already taken.' },
    error: { hint: 'The user id could not be checked now. It is checked again when you sign up.' },
  }[availability]
}
