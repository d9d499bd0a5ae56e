import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { Line, Section } from './Section.tsx'

export function ButtonsSection() {
  const [pending, setPending] = useState(false)
  return (
    <Section title="Buttons and waiting">
      <Line label="Variants">
        <Button variant="primary">Upload</Button>
        <Button>New folder</Button>
        <Button variant="ghost">Sort: Name</Button>
        <Button variant="danger">Delete</Button>
        <Button variant="primary">
          <Plus aria-hidden /> New project
        </Button>
        <Button asChild>
          <a href="#forms">Go to forms</a>
        </Button>
      </Line>
      <Line label="Sizes">
        <Button size="sm">Small</Button>
        <Button>Medium</Button>
        <Button size="lg" variant="primary">
          Get Started
        </Button>
      </Line>
      <Line label="Pending, disabled, disabled with the reason">
        <Button variant="primary" pending={pending} onClick={() => setPending(true)}>
          Save changes
        </Button>
        <Button onClick={() => setPending(!pending)}>Toggle pending</Button>
        <Button disabled>Disabled</Button>
        <Tooltip content="Only an Owner can delete the organization.">
          <Button aria-disabled>With a reason</Button>
        </Tooltip>
      </Line>
      <Line label="IconButton, CopyButton">
        <IconButton label="Rename">
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label="Delete" variant="secondary" size="sm">
          <Trash2 aria-hidden />
        </IconButton>
        <CopyButton value="fs-7k2m" label="Copy the id" />
      </Line>
      <Line label="Spinner (after 300 ms), Skeleton, Progress">
        <Spinner />
        <Skeleton circle className="size-7" />
        <Skeleton className="h-4 w-40" />
        <div className="grid w-64 gap-2">
          <Progress label="transect-08.tif" value={402} max={611} />
          <Progress label="transect-09.tif" value={20} tone="danger" />
        </div>
      </Line>
    </Section>
  )
}
