import { Database, FolderOpen } from 'lucide-react'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { NotBuiltYet } from '../../ui/NotBuiltYet.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from './Section.tsx'

export function StatesSection() {
  return (
    <Section title="States and containers">
      <Breadcrumbs>
        <a href="#forms">main store</a>
        <a href="#forms">raw</a>
        <span aria-current="page">survey-2026</span>
      </Breadcrumbs>
      <Notice banner tone="warning" action={<Button size="sm">Resend</Button>}>
        Verify your e-mail address to invite others.
      </Notice>
      <div className="grid gap-3 sm:grid-cols-3">
        <Notice>The link works for 24 hours.</Notice>
        <Notice tone="success">You have successfully verified the account.</Notice>
        <Notice tone="danger" title="Invite failed">
          The address is already invited.
        </Notice>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Card
          title="Project name"
          description="What people see in lists."
          footer={<Button variant="primary">Update</Button>}
        >
          <p className="text-sm text-muted">The body of a card.</p>
        </Card>
        <Card
          danger
          title="Delete Project"
          description="It is hidden at once and can be restored for 30 days."
          action={<Button variant="danger">Delete</Button>}
        />
        <Card>
          <EmptyState icon={<FolderOpen />} action={<Button variant="primary">New project</Button>}>
            No project yet. The first one takes a minute.
          </EmptyState>
        </Card>
        <Card>
          <ErrorState
            title="Failed to fetch project list"
            message="Something went wrong on server side"
            onRetry={() => undefined}
          />
        </Card>
      </div>
      <NotBuiltYet
        icon={<Database />}
        title="Object Store"
        sentence="Buckets with an S3 API for this project will live here."
        action={<Button>Go to the File Store</Button>}
      />
    </Section>
  )
}
