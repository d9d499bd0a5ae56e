import { Spinner } from '../../ui/Spinner.tsx'

/** In the middle of where the file will be. */
export function Waiting() {
  return (
    <div className="grid flex-1 place-items-center">
      <Spinner label="Loading the file" className="size-6" />
    </div>
  )
}
