import type { Project } from '@plinth/contract/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCursorPages, useLeaveEmptied } from '../../lib/cursor-pages.ts'
import { Card } from '../../ui/Card.tsx'
import { CursorPagination } from '../../ui/CursorPagination.tsx'
import { PAGE_SIZE } from '../../ui/constants.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AddAdmin } from './AddAdmin.tsx'
import { AdminList } from './AdminList.tsx'
import { projectAdminsQuery } from './queries.ts'

type AdminsCardProps = { orgid: string; project: Project; own: string; manages: boolean }

export function AdminsCard({ orgid, project, own, manages }: AdminsCardProps) {
  const { projectid } = project
  const [size, setSize] = useState(PAGE_SIZE)
  const { page, cursor, next, previous } = useCursorPages(String(size))
  const list = useQuery(projectAdminsQuery({ orgid, projectid, limit: size, ...(cursor ? { cursor } : {}) }))
  const { data, error, isFetching, isPlaceholderData, refetch } = list
  useLeaveEmptied(data?.admins.length === 0 && page > 0 && !isPlaceholderData, previous)

  const admins = data?.admins ?? []
  return (
    <Card
      title="Project Admins"
      description="Its owners, and those who manage its members, roles and stores. Owners and Admins of the organization can do so everywhere."
      action={manages ? <AddAdmin {...{ orgid, projectid }} admins={admins.map(({ userid }) => userid)} /> : null}
    >
      {data && admins.length > 0 ? <AdminList {...{ orgid, project, own, manages, admins }} /> : null}
      {data && admins.length === 0 ? <EmptyState>Nobody in the project manages it yet.</EmptyState> : null}
      {error && !data ? (
        <ErrorState
          title="Failed to fetch the project admin list"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {error || data ? null : <Skeleton className="h-24 w-full" />}
      {page > 0 || data?.cursor || size !== PAGE_SIZE ? (
        <CursorPagination
          label="Pages of Project Admins"
          {...{ page, size }}
          hasNext={Boolean(data?.cursor)}
          onPrevious={previous}
          onNext={() => data?.cursor && next(data.cursor)}
          onSizeChange={setSize}
        />
      ) : null}
    </Card>
  )
}
