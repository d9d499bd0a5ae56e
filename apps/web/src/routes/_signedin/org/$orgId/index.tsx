import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signedin/org/$orgId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/org/$orgId/projects', params, replace: true })
  },
})
