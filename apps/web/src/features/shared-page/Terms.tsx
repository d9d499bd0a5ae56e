import { Time } from '../../ui/Time.tsx'

/** How long and how often the link can be used, where that has an end. */
export function Terms({ expiresat, left }: { expiresat: number | null; left: number | null }) {
  if (expiresat === null && left === null) return null
  return (
    <p className="text-muted text-xs">
      {expiresat === null ? null : (
        <>
          The link ends <Time at={expiresat} />.{' '}
        </>
      )}
      {left === null ? null : `${left === 1 ? '1 download is' : `${left.toLocaleString('en')} downloads are`} left.`}
    </p>
  )
}
