import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/org/$orgId/project/$projectId/overview', params, replace: true })
  },
})
