import { Download, File, FileQuestion, FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'

/** Absent where the page around it offers the download already. */
export type OnDownload = (() => void) | undefined

/** What cannot be shown, with a way on. */
export function NotShown({ children, onDownload }: { children: ReactNode; onDownload: OnDownload }) {
  return (
    <Middle>
      <EmptyState
        icon={<FileQuestion />}
        action={
          onDownload ? (
            <Button variant="primary" onClick={onDownload}>
              <Download aria-hidden />
              Download
            </Button>
          ) : undefined
        }
      >
        {children}
      </EmptyState>
    </Middle>
  )
}

export const notThisType = 'Files of this type cannot be shown here.'

export function Nothing() {
  return (
    <Middle>
      <EmptyState icon={<File />}>This file is empty.</EmptyState>
    </Middle>
  )
}

type FailedProps = { message: ReactNode; onRetry: () => void; retrying?: boolean }

export function Failed({ message, onRetry, retrying = false }: FailedProps) {
  return (
    <Middle>
      <ErrorState title="The file could not be opened" {...{ message, onRetry, retrying }} />
    </Middle>
  )
}

const notInFilestore =
  'This file is no longer here. Somebody has moved it to the trash, or it never was in this filestore.'

type NoLongerHereProps = { onClose: () => void; children?: string }

export function NoLongerHere({ onClose, children = notInFilestore }: NoLongerHereProps) {
  return (
    <Middle>
      <div role="alert">
        <EmptyState icon={<FileX />} action={<Button onClick={onClose}>Close</Button>}>
          {children}
        </EmptyState>
      </div>
    </Middle>
  )
}

const Middle = ({ children }: { children: ReactNode }) => (
  <div data-only-words className="grid min-h-0 flex-1 content-center overflow-y-auto">
    {children}
  </div>
)
