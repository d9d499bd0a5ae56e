import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'

export function UrlCard({ orgid }: { orgid: string }) {
  const url = `${window.location.origin}/org/${orgid}`
  return (
    <Card title="Organization url" description="Its members find the organization at this address.">
      <div className="flex items-end gap-2">
        <Field label="Url" hideLabel className="min-w-0 flex-1">
          <Input value={url} readOnly className="font-mono text-sm" />
        </Field>
        <CopyButton value={url} label="Copy the url" size="md" />
      </div>
    </Card>
  )
}
