import { Spinner } from '../../ui/Spinner.tsx'

/** In the middle of where the file will be. */
export function Waiting() {
  return (
    <div className="grid flex-1 place-items-center">
      <Spinner label="Loading the file" className="size-6" />
    </div>
  )
}

/** On a slow network the viewer itself is long on its way; without this, opening a file would look like a click that went nowhere. */
export const Opening = () => (
  <div className="fixed inset-0 z-40 flex animate-fade-in bg-canvas [animation-delay:300ms] [animation-fill-mode:backwards]">
    <Waiting />
  </div>
)
