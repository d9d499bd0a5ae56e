import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { chosenAgain, readAgain } from './uploads.ts'
import { count as countOf } from './words.ts'

/** A page that was loaded anew may not read the files of the one before until somebody lets it. */
export function FindAgain({ count }: { count: number }) {
  const input = useRef<HTMLInputElement>(null)
  const goOn = async () => {
    if (!(await readAgain())) input.current?.click()
  }
  const choose = (files: readonly File[]) => {
    const missing = chosenAgain(files)
    if (files.length > 0 && missing > 0) {
      toast.warning(`${countOf(missing, 'file')} still missing.`, {
        description: 'Choose the files with the same name, size and date as before.',
      })
    }
  }
  return (
    <div className="flex shrink-0 items-center gap-3 border-t bg-warning-soft py-2 pr-2 pl-3.5 text-sm">
      <p className="min-w-0 flex-1">Choose the {count === 1 ? 'file' : 'files'} again to go on where it stopped.</p>
      <Button size="sm" onClick={goOn}>
        Choose
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to go on with"
        onChange={event => {
          choose([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
