import type { CallError } from '@plinth/contract/errors'
import { type Filestore, listFilestores } from '@plinth/contract/filestores'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { onEvent } from './events.ts'
import type { Store } from './file-client.ts'
import { answer, queryClient } from './query.ts'

type Place = Pick<Store, 'orgid' | 'projectid'>

export const filestoresKey = ({ orgid, projectid }: Place) => ['filestores', orgid, projectid]

/** The first page by name, or of what is searched for. */
export const filestoresQuery = ({ orgid, projectid }: Place, search = '') =>
  queryOptions({
    queryKey: [...filestoresKey({ orgid, projectid }), 'list', search],
    queryFn: async ({ signal }) =>
      (await answer(listFilestores, { orgid, projectid, ...(search ? { search } : {}) }, signal)).filestores,
    placeholderData: keepPreviousData,
  })

/** Shows that it is gone before the server is asked again, so that nobody is led back to it. */
export const dropFilestore = (store: Store) =>
  queryClient.setQueriesData<Filestore[]>({ queryKey: [...filestoresKey(store), 'list'] }, list =>
    list?.filter(({ fsid }) => fsid !== store.fsid),
  )

/** One by its id, or null where it is not there. */
export const filestoreQuery = ({ orgid, projectid, fsid }: Store) =>
  queryOptions({
    queryKey: [...filestoresKey({ orgid, projectid }), 'one', fsid],
    queryFn: async ({ signal }): Promise<Filestore | null> => {
      const found = await answer(listFilestores, { orgid, projectid, fsid }, signal).catch(notAnId)
      return found?.filestores[0] ?? null
    },
  })

/** The address of the page can say anything. */
function notAnId(error: CallError): null {
  if (error.errcode !== 'BAD_INPUT') throw error
  return null
}

export const refreshFilestores = (place: Place) => queryClient.invalidateQueries({ queryKey: filestoresKey(place) })

// Roles decide levels, so what happens to the people of a project matters here too.
onEvent('project.changed', ({ orgid = '', projectid = '', what }) => {
  if (what !== 'activity') void refreshFilestores({ orgid, projectid })
})
onEvent('projects.changed', ({ orgid = '' }) => {
  void queryClient.invalidateQueries({ queryKey: ['filestores', orgid] })
})
