import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'

export function ProjectIdCard({ projectid }: { projectid: string }) {
  return (
    <Card title="Project id" description="What addresses and scripts know the project by. It never changes.">
      <div className="flex items-end gap-2">
        <Field label="Project id" hideLabel className="min-w-0 flex-1">
          <Input value={projectid} readOnly className="font-mono text-sm" />
        </Field>
        <CopyButton value={projectid} label="Copy the project id" size="md" />
      </div>
    </Card>
  )
}
