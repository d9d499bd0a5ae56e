import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'

const CreateProjectDialog = lazy(() =>
  import('./CreateProjectDialog.tsx').then(file => ({ default: file.CreateProjectDialog })),
)

export function CreateProjectButton({ orgid }: { orgid: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        Create a new project
      </Button>
      <Suspense>{open ? <CreateProjectDialog orgid={orgid} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
