import type { Project } from '@plinth/contract/projects'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useLeaveProject } from './giving-up.ts'
import { belongsQuery } from './queries.ts'

type LeaveCardProps = { orgid: string; own: string; project: Project; seesAll: boolean }

/** Absent for those who see the project through the organisation alone: they have nothing to leave. */
export function LeaveCard({ orgid, own, project: { projectid, projectname }, seesAll }: LeaveCardProps) {
  const navigate = useNavigate()
  const place = { orgid, projectid }
  const { data: belongs, error, refetch, isFetching } = useQuery(belongsQuery(place, own))
  const leave = useLeaveProject(place, () =>
    navigate({ to: '/org/$orgId/projects', params: { orgId: orgid }, replace: true }),
  )
  if (error && belongs === undefined) {
    return (
      <Card title="Leave project">
        <ErrorState
          title="Failed to fetch whether you belong to the project"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    )
  }
  if (!belongs) return null
  const loss = seesAll
    ? `You no longer belong to ${projectname}. Through your role in the organization you still reach it.`
    : `You lose access to everything in ${projectname}. To come back, an owner or admin of it has to add you.`
  return (
    <Card
      title="Leave project"
      description="What you made stays in the project."
      footer={
        <ConfirmDialog
          description={loss}
          confirmLabel="Leave"
          pending={leave.isPending}
          onConfirm={() => leave.mutate()}
          trigger={<Button>Leave project</Button>}
        />
      }
    />
  )
}
