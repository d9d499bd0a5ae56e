import { Download } from 'lucide-react'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <>
      <div className="grid gap-4">
        <Notice tone="warning">
          Keep these where you find them without your phone. Each signs you in once when the app is out of reach, and
          they are not shown again.
        </Notice>
        <div className="flex items-start gap-1 rounded-md border bg-sunken p-3">
          <ul
            aria-label="Recovery codes"
            className="grid flex-1 grid-cols-1 gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2"
          >
            {codes.map(code => (
              <li key={code} className="select-all">
                {code}
              </li>
            ))}
          </ul>
          <CopyButton value={text} label="Copy the recovery codes" />
        </div>
      </div>
      <DialogFooter>
        <Button onClick={() => saveFile('plinth-recovery-codes.txt', 'text/plain', `${text}\n`)}>
          <Download aria-hidden />
          Download
        </Button>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </DialogFooter>
    </>
  )
}
