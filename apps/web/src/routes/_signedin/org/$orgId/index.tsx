import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signedin/org/$orgId/')({
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/org/$orgId/projects', params, search, replace: true })
  },
})
