import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Line, Section } from './Section.tsx'

const swatches = {
  canvas: 'bg-canvas',
  surface: 'bg-surface',
  raised: 'bg-raised',
  sunken: 'bg-sunken',
  hover: 'bg-hover',
  border: 'bg-border',
  'border-strong': 'bg-border-strong',
  control: 'bg-control',
  text: 'bg-text',
  muted: 'bg-muted',
  faint: 'bg-faint',
  accent: 'bg-accent',
  'accent-soft': 'bg-accent-soft',
  success: 'bg-success',
  'success-soft': 'bg-success-soft',
  warning: 'bg-warning',
  'warning-soft': 'bg-warning-soft',
  danger: 'bg-danger',
  'danger-soft': 'bg-danger-soft',
}

export function LookSection() {
  return (
    <Section title="Look">
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-10">
        {Object.entries(swatches).map(([name, look]) => (
          <div key={name} className="grid gap-1 text-2xs text-muted">
            <span className={`h-10 rounded-md border ${look}`} />
            {name}
          </div>
        ))}
      </div>
      <Line label="Type">
        <span className="text-xl font-semibold">Heading 20</span>
        <span className="text-lg font-semibold">Heading 16</span>
        <span>Body 14</span>
        <span className="text-sm tabular-nums">Table 13: 1,204 items</span>
        <span className="text-muted">Muted</span>
        <span className="text-faint">Faint</span>
        <span className="font-mono text-xs">fs-7k2m/raw/0O1lI</span>
      </Line>
      <Line label="Logo, Avatar">
        <Logo />
        <Logo className="size-10" />
        <Avatar name="northwind" uppercase shape="square" size="sm" />
        <Avatar name="mara" uppercase />
        <Avatar name="Jonas" size="lg" />
        <Avatar name="éa" uppercase size="xl" />
      </Line>
      <Line label="Badge, Kbd">
        <Badge>Member</Badge>
        <Badge mono>fs-7k2m</Badge>
        <Badge tone="accent">Owner</Badge>
        <Badge tone="success" dot>
          all healthy
        </Badge>
        <Badge tone="warning">expires in 2 days</Badge>
        <Badge tone="danger">declined</Badge>
        <Kbd>Ctrl K</Kbd>
      </Line>
    </Section>
  )
}
