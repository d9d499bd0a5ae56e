import { type ChangeEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import type { Upload } from './upload.ts'
import { chosenAgain, readAgain } from './uploads.ts'
import { count } from './words.ts'

async function take({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> {
  const files = [...(input.files ?? [])]
  // The same file can be chosen again.
  input.value = ''
  const missing = files.length > 0 ? await chosenAgain(files) : 0
  if (missing > 0) {
    toast.warning(`${count(missing, 'file')} still missing.`, {
      description: 'Choose the files with the same name, size and date as before.',
    })
  }
}

/** A page that was loaded anew may not read the files of the one before until somebody lets it. */
export function FindAgain({ lost }: { lost: readonly Upload[] }) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  // React does not know this property.
  useEffect(() => {
    if (folder.current) folder.current.webkitdirectory = true
  }, [])
  const goOn = async (input: HTMLInputElement | null) => {
    if (!(await readAgain())) input?.click()
  }
  const inFolders = lost.some(({ path }) => path.includes('/'))
  const noun = lost.length === 1 ? 'file' : 'files'
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t bg-warning-soft py-2 pr-2 pl-3.5 text-sm">
      <p className="min-w-0 flex-[1_1_12rem]">
        Choose the {noun}
        {inFolders ? ' or the folder' : ''} again to go on where it stopped.
      </p>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => goOn(files.current)}>
          {inFolders ? `Choose ${noun}` : 'Choose'}
        </Button>
        {inFolders ? (
          <Button size="sm" onClick={() => goOn(folder.current)}>
            Choose folder
          </Button>
        ) : null}
      </div>
      <input ref={files} type="file" multiple hidden aria-label="Files to go on with" onChange={take} />
      <input ref={folder} type="file" hidden aria-label="Folder to go on with" onChange={take} />
    </div>
  )
}
