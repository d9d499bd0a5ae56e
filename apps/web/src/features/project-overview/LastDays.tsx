import { type ReactNode, useState } from 'react'
import { bytes } from '../../lib/bytes.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Bars } from './Bars.tsx'
import { activitiesOf, dayOf, daySentence } from './day-words.ts'
import type { Day } from './queries.ts'

/** Stored bytes and activity, a day at a time. One points at a day, or goes there with the arrow keys. */
export function LastDays({ days }: { days: readonly Day[] | undefined }) {
  return (
    <Card
      title="Last 30 days"
      description="What was stored at the end of each day, and how much happened. Days are UTC."
    >
      {days ? <Plot days={days} /> : <Skeleton className="h-58 w-full" />}
    </Card>
  )
}

function Plot({ days }: { days: readonly Day[] }) {
  const last = days.length - 1
  const [picked, setPicked] = useState<number>()
  const at = Math.min(picked ?? last, last)
  const [first, shown, today] = [days[0], days[at], days[last]]
  if (!first || !shown || !today) return null

  const stored = days.map(day => day.storedbytes)
  const activities = days.map(day => day.activities)
  const busiest = activitiesOf({ activities: Math.max(...activities) })
  return (
    <div className="grid gap-3">
      <p className="font-medium text-sm tabular-nums">{daySentence(shown)}</p>
      <div className="relative grid gap-4 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-4">
        <Series name="Stored" most={bytes(Math.max(...stored))} nothing="Nothing was stored." values={stored}>
          <Bars title={`Stored, at most ${bytes(Math.max(...stored))}`} values={stored} at={at} className="h-24" />
        </Series>
        <Series name="Activity" most={busiest} nothing="Nothing happened." values={activities}>
          <Bars title={`Activity, at most ${busiest} a day`} values={activities} at={at} className="h-14" />
        </Series>
        <DaySlider days={days} at={at} onPick={setPicked} />
      </div>
      <p aria-hidden className="flex justify-between text-faint text-xs">
        <span>{dayOf(first)}</span>
        <span>{dayOf(today)}</span>
      </p>
      <DayTable days={days} />
    </div>
  )
}

type SeriesProps = { name: string; most: string; nothing: string; values: readonly number[]; children: ReactNode }

function Series({ name, most, nothing, values, children }: SeriesProps) {
  const empty = values.every(value => value === 0)
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-2 text-muted text-xs">
        <span>{name}</span>
        <span className="tabular-nums">{empty ? nothing : `at most ${most}`}</span>
      </p>
      {children}
    </div>
  )
}

type DaySliderProps = { days: readonly Day[]; at: number; onPick: (at: number | undefined) => void }

/** Unseen above the bars: the browser's own slider knows keyboards, fingers and screen readers. */
function DaySlider({ days, at, onPick }: DaySliderProps) {
  const shown = days[at]
  return (
    <input
      type="range"
      aria-label="Day"
      aria-valuetext={shown ? daySentence(shown) : undefined}
      min={0}
      max={days.length - 1}
      value={at}
      onChange={event => onPick(event.target.valueAsNumber)}
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        onPick(Math.min(Math.max(Math.floor(((clientX - left) / width) * days.length), 0), days.length - 1))
      }}
      onPointerLeave={() => onPick(undefined)}
      className="absolute inset-0 m-0 size-full cursor-crosshair appearance-none opacity-0 [&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-[3.33%] [&::-webkit-slider-thumb]:appearance-none"
    />
  )
}

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <table className="sr-only">
      <caption>Last 30 days</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Stored</th>
          <th scope="col">Activities</th>
        </tr>
      </thead>
      <tbody>
        {days.map(day => (
          <tr key={day.day}>
            <th scope="row">{dayOf(day)}</th>
            <td>{bytes(day.storedbytes)}</td>
            <td>{day.activities}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
