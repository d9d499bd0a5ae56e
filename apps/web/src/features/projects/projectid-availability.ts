import { projectid as projectidField } from '@plinth/contract/fields'
import { isProjectidValid } from '@plinth/contract/projects'
import { useCallback } from 'react'
import { ask } from '../../lib/api.ts'
import { type Availability, useAvailability } from '../../lib/availability.ts'
import { toast } from '../../ui/toast.ts'

export function useProjectidAvailability(orgid: string, projectid: string): Availability {
  const isFree = useCallback(
    async (id: string, signal: AbortSignal) => {
      const [data, error] = await ask(isProjectidValid, { orgid, projectid: id }, signal)
      if (error && !signal.aborted) toast.error('Something went wrong!', { description: error.msg })
      return data?.valid
    },
    [orgid],
  )
  return useAvailability(projectidField.safeParse(projectid).success ? projectid : undefined, isFree)
}

type Messages = { hint?: string; success?: string; error?: string }

/** That they speak of a user name is how the specification words them. */
export function projectidMessages(availability: Availability, projectid: string): Messages {
  return {
    initial: {},
    loading: { hint: 'Checking availability...' },
    valid: { success: `Username ${projectid} is available.` },
    invalid: { error: 'Username is already taken.' },
    error: { hint: 'The project id could not be checked now. It is checked again when you create the project.' },
  }[availability]
}
