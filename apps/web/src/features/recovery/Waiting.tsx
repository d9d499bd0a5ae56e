import { Spinner } from '../../ui/Spinner.tsx'

/** As high as what follows, so that the page does not jump. */
export function Waiting({ label }: { label: string }) {
  return (
    <div className="grid min-h-50 place-items-center">
      <Spinner label={label} className="size-6" />
    </div>
  )
}
