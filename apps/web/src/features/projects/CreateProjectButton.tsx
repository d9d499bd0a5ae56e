import { Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'

export function CreateProjectButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="primary" onClick={onClick}>
      <Plus aria-hidden />
      Create a new project
    </Button>
  )
}
