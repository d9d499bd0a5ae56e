import { searchFiles } from '@plinth/contract/files'
import type { Project } from '@plinth/contract/projects'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { HardDrive } from 'lucide-react'
import { answerFile, nsnameOf, type Store } from '../../lib/file-client.ts'
import { kindOf } from '../../lib/file-kinds.ts'
import { filestoresQuery } from '../../lib/filestores.ts'
import { untilFound } from '../../lib/until-found.ts'
import type { EntryGroup } from './entries.ts'
import { enough, foundBy, most, stillFitting, type Typed } from './found.tsx'

const filestoreRoute = '/org/$orgId/project/$projectId/filestore/{-$filestoreId}/{-$folderId}'

export function useFilestoresFound(
  orgid: string | undefined,
  project: Project | undefined,
  typed: Typed,
): EntryGroup[] {
  const navigate = useNavigate()
  const place = { orgid: orgid ?? '', projectid: project?.projectid ?? '' }
  const asked = orgid !== undefined && project !== undefined && typed.asked.length >= enough
  const found = useQuery({ ...filestoresQuery(place, typed.asked), enabled: asked })
  if (!asked) return []
  const entries = (found.data ?? []).slice(0, most).map(({ fsid, fsname }) => ({
    id: `filestore:${fsid}`,
    label: fsname,
    note: fsid,
    icon: <HardDrive aria-hidden />,
    act: () => {
      const params = { orgId: orgid, projectId: project.projectid, filestoreId: fsid, folderId: undefined }
      void navigate({ to: filestoreRoute, params, search: {} })
    },
  }))
  return foundBy(found, 'Filestores', stillFitting(entries, typed))
}

const filesQuery = (store: Store, search: string) =>
  queryOptions({
    // Among those that are read anew when something changes in the filestore.
    queryKey: ['files', nsnameOf(store), 'palette', search],
    queryFn: async ({ signal }) => {
      const page = await untilFound(at => answerFile(store, searchFiles, { search, ...at }, signal), undefined)
      return page.fsobjects
    },
    placeholderData: keepPreviousData,
  })

/** Of the filestore that is open. */
export function useFilesFound(orgid: string | undefined, typed: Typed): EntryGroup[] {
  const navigate = useNavigate()
  const { projectId = '', filestoreId = '' } = useParams({ strict: false })
  const asked = orgid !== undefined && filestoreId !== '' && typed.asked.length >= enough
  const store = { orgid: orgid ?? '', projectid: projectId, fsid: filestoreId }
  const found = useQuery({ ...filesQuery(store, typed.asked), enabled: asked })
  if (!asked) return []
  const entries = (found.data ?? []).slice(0, most).map(object => {
    const { icon: Icon, tone } = kindOf(object)
    const isFolder = object.objtype === 1
    const params = { orgId: orgid, projectId, filestoreId, folderId: isFolder ? object.objid : object.parentid }
    return {
      id: `file:${object.objid}`,
      label: object.objname,
      note: object.parentpath === '/' ? 'Top folder' : object.parentpath,
      icon: <Icon aria-hidden className={tone} />,
      act: () => void navigate({ to: filestoreRoute, params, search: isFolder ? {} : { open: object.objid } }),
    }
  })
  return foundBy(found, 'Files', stillFitting(entries, typed))
}
