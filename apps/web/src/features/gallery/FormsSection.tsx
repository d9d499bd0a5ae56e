import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { Section } from './Section.tsx'

const roles = [
  { value: 'owner', label: 'Owner' },
  { value: 'admin', label: 'Admin' },
  { value: 'member', label: 'Member' },
  { value: 'viewer', label: 'Viewer', disabled: true },
]

const orgs = [
  'Northwind',
  'Field sensors',
  'Harbour works',
  ...Array.from({ length: 30 }, (_, n) => `Station ${n + 1}`),
]
const orgOptions = orgs.map(name => ({
  value: name,
  label: name,
  icon: <Avatar name={name} uppercase shape="square" size="sm" />,
}))

export function FormsSection() {
  const [org, setOrg] = useState('Northwind')
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '', agree: false } })
  return (
    <Section title="Forms">
      <form
        noValidate
        onSubmit={handleSubmit(() => toast.success('Saved'))}
        className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3"
      >
        <Field label="Organization Id" hint="This is a unique id for your Organization.">
          <Input placeholder="northwind" />
        </Field>
        <Field label="Organization Id" success="Org id northwind is available.">
          <Input defaultValue="northwind" />
        </Field>
        <Field label="E-mail" error={formState.errors.email?.message}>
          <Input {...register('email', { required: 'Enter the e-mail address.' })} type="email" />
        </Field>
        <Field label="Organization Id" error="Org id is already taken.">
          <Input defaultValue="acme" />
        </Field>
        <Field label="Username">
          <Input readOnly defaultValue="mara" />
        </Field>
        <Field label="Password">
          <PasswordInput defaultValue="correct horse" />
        </Field>
        <Field label="Role">
          <Select options={roles} placeholder="Choose a role" />
        </Field>
        <Field label="Organization">
          <Combobox
            label="Organization"
            options={orgOptions}
            value={org}
            onValueChange={setOrg}
            searchPlaceholder="Search org..."
            emptyText="No org found."
            actions={[{ label: 'Create a new Org', icon: <Plus aria-hidden />, onSelect: () => toast('Create') }]}
          />
        </Field>
        <Field label="Description" optional>
          <Textarea placeholder="What is it for?" />
        </Field>
        <Checkbox {...register('agree')} label="A checkbox with register" />
        <Checkbox indeterminate label="Some are chosen" />
        <Switch defaultChecked label="Notifications" />
        <div>
          <Button type="submit" variant="primary">
            Save changes
          </Button>
        </div>
      </form>
    </Section>
  )
}
