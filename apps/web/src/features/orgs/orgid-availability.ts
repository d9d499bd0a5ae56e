import { orgid as orgidField } from '@plinth/contract/fields'
import { isOrgidValid } from '@plinth/contract/orgs'
import { ask } from '../../lib/api.ts'
import { type Availability, useAvailability } from '../../lib/availability.ts'

async function isFree(orgid: string, signal: AbortSignal): Promise<boolean | undefined> {
  const [data] = await ask(isOrgidValid, { orgid }, signal)
  return data?.valid
}

export const useOrgidAvailability = (orgid: string): Availability =>
  useAvailability(orgidField.safeParse(orgid).success ? orgid : undefined, isFree)

type Messages = { hint?: string; success?: string; error?: string }

export function orgidMessages(availability: Availability, orgid: string): Messages {
  return {
    initial: {},
    loading: { hint: 'Checking availability...' },
    valid: { success: `Org id ${orgid} is available.` },
    invalid: { error: 'Org id is already taken.' },
    error: { hint: 'The org id could not be checked now. It is checked again when you create the organization.' },
  }[availability]
}
