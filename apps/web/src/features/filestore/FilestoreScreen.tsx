import { may } from '@plinth/contract/permissions'
import type { Project } from '@plinth/contract/projects'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { HardDrive } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { nsnameOf, type Store } from '../../lib/file-client.ts'
import { filestoreQuery, filestoresQuery } from '../../lib/filestores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { handOutTexts } from '../../ui/unsaved-texts.ts'
import { Browser } from './Browser.tsx'
import type { Looked, Upload } from './Listing.tsx'
import { filestoreRoute, paramsOf } from './paths.ts'
import { lastFilestore, rememberFilestore } from './remembered.ts'
import { SkeletonStore } from './SkeletonStore.tsx'
import { StoreBar, type StoreDialog } from './StoreBar.tsx'
import { StoreDialogs } from './StoreDialogs.tsx'
import type { Wanted } from './use-listing.ts'

type FilestoreScreenProps = Wanted &
  Looked & {
    orgid: string
    project: Project
    fsid: string | undefined
    onUpload: (store: Store) => Upload
  }

/** The File Store of a project: of the filestore in the address, or the one that was open last, or the first. */
export function FilestoreScreen({ orgid, project, fsid = '', onUpload, ...wanted }: FilestoreScreenProps) {
  const { projectid } = project
  const store = { orgid, projectid, fsid }
  /** A dialog goes with its filestore: Back leads to another one while it is open. */
  const [opened, setOpened] = useState<{ fsid: string; dialog: StoreDialog }>()
  const open = (dialog: StoreDialog) => setOpened({ fsid, dialog })
  const navigate = useNavigate()
  const manages = may(project.role, 'filestore.manage')
  const { data: filestore, error, refetch, isFetching } = useQuery({ ...filestoreQuery(store), enabled: fsid !== '' })
  const known = filestore?.fsid
  useEffect(() => {
    if (known) rememberFilestore(orgid, projectid, known)
  }, [orgid, projectid, known])
  const go = (to: string | undefined) =>
    void navigate({ to: filestoreRoute, params: paramsOf({ ...store, fsid: to ?? '' }), search: {} })
  const dialogs = (
    <StoreDialogs
      {...{ store, filestore: filestore ?? undefined, manages }}
      opened={opened?.fsid === fsid ? opened.dialog : undefined}
      onGo={go}
      onClose={() => setOpened(undefined)}
    />
  )
  return (
    <section aria-label="File Store" className="flex flex-col gap-3">
      <h1 className="sr-only">File Store</h1>
      {!fsid ? <ChooseFilestore {...{ store, manages, dialogs }} onOpen={open} /> : null}
      {filestore ? (
        <>
          <StoreBar {...{ store, filestore, manages }} onOpen={open} />
          <Browser key={fsid} {...{ store, filestore, ...wanted }} onUpload={onUpload(store)} />
          {dialogs}
        </>
      ) : null}
      {filestore === null ? <NotHere store={store} /> : null}
      {fsid && filestore === undefined && error ? (
        <Failed
          title="The filestore could not be opened"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {fsid && filestore === undefined && !error ? <SkeletonStore /> : null}
    </section>
  )
}

type ChooseFilestoreProps = {
  store: Store
  manages: boolean
  dialogs: ReactNode
  onOpen: (dialog: StoreDialog) => void
}

function ChooseFilestore({ store, manages, dialogs, onOpen }: ChooseFilestoreProps) {
  const { data, error, refetch, isFetching } = useQuery(filestoresQuery(store))
  const last = lastFilestore(store.orgid, store.projectid)
  const chosen = data?.find(({ fsid }) => fsid === last) ?? data?.[0]
  if (chosen)
    return <Navigate to={filestoreRoute} params={paramsOf({ ...store, fsid: chosen.fsid })} search={{}} replace />
  if (error) {
    return (
      <Failed
        title="The filestores could not be loaded"
        message={error.msg}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <SkeletonStore />
  return (
    <div className="rounded-lg border bg-surface">
      <EmptyState
        icon={<HardDrive />}
        action={
          manages ? (
            <span className="flex flex-wrap justify-center gap-2">
              <Button variant="primary" onClick={() => onOpen('create')}>
                Create a new filestore
              </Button>
              <Button onClick={() => onOpen('deleted')}>Deleted filestores</Button>
            </span>
          ) : undefined
        }
      >
        {manages
          ? 'This project has no filestore yet. Create one to keep folders and files in it.'
          : 'This project has no filestore yet. An owner or admin of the project can create one.'}
      </EmptyState>
      {dialogs}
    </div>
  )
}

const Failed = (props: ComponentProps<typeof ErrorState>) => (
  <div className="rounded-lg border bg-surface">
    <ErrorState {...props} />
  </div>
)

/** Deleted, or never there: the same to whoever follows a link to it. */
function NotHere({ store }: { store: Store }) {
  const navigate = useNavigate()
  const nsname = nsnameOf(store)
  useEffect(() => handOutTexts(`${nsname}:`), [nsname])
  const others = () =>
    void navigate({ to: filestoreRoute, params: paramsOf({ ...store, fsid: '' }), search: {}, replace: true })
  return (
    <div role="alert" className="rounded-lg border bg-surface">
      <EmptyState icon={<HardDrive />} action={<Button onClick={others}>Go to the File Store</Button>}>
        This filestore is not here. Somebody has deleted it, or it never was in this project.
      </EmptyState>
    </div>
  )
}
