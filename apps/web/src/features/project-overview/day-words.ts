import { bytes } from '../../lib/bytes.ts'
import type { Day } from './queries.ts'

// The server counts by days of UTC; in the user's zone a day could carry another one's name.
const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const number = new Intl.NumberFormat('en')

export const dayOf = ({ day }: Pick<Day, 'day'>) => format.format(day)

export const activitiesOf = ({ activities }: Pick<Day, 'activities'>) =>
  activities === 1 ? '1 activity' : `${number.format(activities)} activities`

export const daySentence = (day: Day) => `${dayOf(day)}: ${bytes(day.storedbytes)} stored, ${activitiesOf(day)}`
