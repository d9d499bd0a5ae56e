import { createFileRoute, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { refreshFolders } from '../../../../../../features/filestore/changes.ts'
import { FilestoreScreen } from '../../../../../../features/filestore/FilestoreScreen.tsx'
import { Waiting } from '../../../../../../features/preview/Waiting.tsx'
import { ShareLayer } from '../../../../../../features/shares/ShareLayer.tsx'
import { startUpload } from '../../../../../../features/uploads/gate.ts'
import { onLanded } from '../../../../../../features/uploads/landed.ts'
import { filestoreQuery, filestoresQuery } from '../../../../../../lib/filestores.ts'
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

/** On a slow network the viewer itself is long on its way; without this, opening a file would look like a click that went nowhere. */
const Opening = () => (
  <div className="fixed inset-0 z-40 flex animate-fade-in bg-canvas [animation-delay:300ms] [animation-fill-mode:backwards]">
    <Waiting />
  </div>
)

declare module '@tanstack/history' {
  interface HistoryState {
    /** The step before this one is the list from which the file was opened. */
    overList?: boolean
  }
}

/** The address holds the file that is looked at. However many one walks through, one step back leads to the list. */
function useLooking() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const overList = useRouterState({ select: ({ location }) => location.state.overList === true })
  const go = useCallback(
    (open: string | undefined, replace: boolean, over: boolean) =>
      void navigate({
        ...{ to: '.', search: now => ({ ...now, open }), state: { overList: over } },
        ...{ replace, resetScroll: false },
      }),
    [navigate],
  )
  return {
    begin: useCallback((fileid: string) => go(fileid, false, true), [go]),
    goOn: useCallback((fileid: string) => go(fileid, true, overList), [go, overList]),
    end: useCallback(() => (overList ? history.back() : go(undefined, true, false)), [go, overList, history]),
  }
}
