import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { refreshFolders } from '../../../../../../features/filestore/changes.ts'
import { FilestoreScreen } from '../../../../../../features/filestore/FilestoreScreen.tsx'
import { ShareLayer } from '../../../../../../features/shares/ShareLayer.tsx'
import { onLanded, startUpload } from '../../../../../../features/uploads/gate.ts'
import { filestoreQuery, filestoresQuery } from '../../../../../../lib/filestores.ts'
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
  useEffect(() => onLanded(({ store, folderid }) => refreshFolders(store, [folderid])), [])
  if (!project) return null
  return (
    <>
      <FilestoreScreen
        key={`${orgId}/${projectId}`}
        orgid={orgId}
        project={project}
        fsid={filestoreId}
        folderid={folderId}
        view={view}
        search={q}
        onUpload={store => (source, folderid) => void startUpload(source, { store, folderid })}
      />
      <ShareLayer />
    </>
  )
}
