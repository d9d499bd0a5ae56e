import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { refreshFolders } from '../../../../../../features/filestore/changes.ts'
import { FilestoreScreen } from '../../../../../../features/filestore/FilestoreScreen.tsx'
import { Opening } from '../../../../../../features/preview/Waiting.tsx'
import { ShareLayer } from '../../../../../../features/shares/ShareLayer.tsx'
import { startUpload } from '../../../../../../features/uploads/gate.ts'
import { onLanded } from '../../../../../../features/uploads/landed.ts'
import { filestoreQuery, filestoresQuery } from '../../../../../../lib/filestores.ts'
import { useLooking } from '../../../../../../lib/looking.ts'
import { useProject } from '../../../../../../lib/projects.ts'
import { queryClient } from '../../../../../../lib/query.ts'
import { filesSearch } from '../../../../../../lib/search.ts'

// Nobody needs it before a file is opened.
const Viewer = lazy(() =>
  import('../../../../../../features/preview/Viewer.tsx').then(file => ({ default: file.Viewer })),
)

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
  const { view, q = '', open, kind, changed, by } = Route.useSearch()
  const look = useLooking()
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
        kind={kind}
        changed={changed}
        by={by}
        fileid={open}
        onLook={look.begin}
        viewer={around => (
          <Suspense fallback={<Opening />}>
            <Viewer {...around} onGo={look.goOn} onClose={look.end} />
          </Suspense>
        )}
        onUpload={store => (source, folderid) => void startUpload(source, { store, folderid })}
      />
      <ShareLayer />
    </>
  )
}
