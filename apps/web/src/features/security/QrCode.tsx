import { encode } from 'uqr'

/** Dark on light in the dark theme too: many cameras read nothing else. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md border bg-surface text-text dark:bg-text dark:text-canvas"
    >
      <path d={squares.join('')} fill="currentColor" />
    </svg>
  )
}
