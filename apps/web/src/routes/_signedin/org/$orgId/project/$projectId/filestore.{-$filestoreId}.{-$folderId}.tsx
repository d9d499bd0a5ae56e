import { createFileRoute } from '@tanstack/react-router'
import { FilestoreScreen } from '../../../../../../features/filestore/FilestoreScreen.tsx'
import { filestoreQuery, filestoresQuery } from '../../../../../../lib/filestores.ts'
import { plainUpload } from '../../../../../../lib/plain-upload.ts'
import { useProject } from '../../../../../../lib/projects.ts'
import { queryClient } from '../../../../../../lib/query.ts'
import { filesSearch } from '../../../../../../lib/search.ts'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/filestore/{-$filestoreId}/{-$folderId}')(
  {
    staticData: { title: 'File Store' },
    validateSearch: filesSearch,
    loader: ({ params: { orgId: orgid, projectId: projectid, filestoreId: fsid } }) =>
      void (fsid
        ? queryClient.prefetchQuery(filestoreQuery({ orgid, projectid, fsid }))
        : queryClient.prefetchQuery(filestoresQuery({ orgid, projectid }))),
    component: FileStore,
  },
)

function FileStore() {
  const { orgId, projectId, filestoreId, folderId } = Route.useParams()
  const { view, q = '' } = Route.useSearch()
  const { data: project } = useProject(orgId, projectId)
  if (!project) return null
  return (
    <FilestoreScreen
      key={`${orgId}/${projectId}`}
      orgid={orgId}
      project={project}
      fsid={filestoreId}
      folderid={folderId}
      view={view}
      search={q}
      onUpload={store => (files, folderid) => void plainUpload(store, files, folderid)}
    />
  )
}
