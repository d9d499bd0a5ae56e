import { errors } from '@plinth/contract/errors'
import { listMemberAccess, setFilestoreAccess } from '@plinth/contract/filestores'
import { type FileLevel, fileLevels } from '@plinth/contract/permissions'
import type { ProjectUser } from '@plinth/contract/project-users'
import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { filestoresKey, refreshFilestores } from '../../lib/filestores.ts'
import { answer } from '../../lib/query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Select } from '../../ui/Select.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { toast } from '../../ui/toast.ts'

type Place = { orgid: string; projectid: string }
type StoreAccessProps = Place & { member: ProjectUser }

const memberAccessQuery = ({ orgid, projectid }: Place, userid: string) =>
  infiniteQueryOptions({
    queryKey: [...filestoresKey({ orgid, projectid }), 'member', userid],
    queryFn: ({ pageParam, signal }) =>
      answer(listMemberAccess, { orgid, projectid, userid, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    initialPageParam: '',
    getNextPageParam: last => last.cursor,
  })

/** What a member may do in each filestore of the project, and where that is changed. */
export function StoreAccess({ orgid, projectid, member }: StoreAccessProps) {
  const place = { orgid, projectid }
  const list = useInfiniteQuery(memberAccessQuery(place, member.userid))
  const { data, error, isFetching, refetch } = list
  if (error && !data) {
    return (
      <ErrorState
        title="Something went wrong!"
        message={error.msg}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <Skeleton className="h-12 w-full" />
  const filestores = data.pages.flatMap(page => page.filestores)
  if (filestores.length === 0) return <p className="text-muted text-sm">The project has no filestores yet.</p>
  return (
    <>
      <ul className="divide-y rounded-lg border">
        {filestores.map(({ fsid, ...access }) => (
          <StoreLine key={fsid} store={{ ...place, fsid }} {...access} member={member} />
        ))}
      </ul>
      <ShowMore list={list} size="sm" />
    </>
  )
}

interface StoreLineProps {
  store: Place & { fsid: string }
  fsname: string
  level: FileLevel
  isdefault: boolean
  member: ProjectUser
}

const byRole = 'role'

function StoreLine({ store, fsname, level, isdefault, member: { userid, name } }: StoreLineProps) {
  const save = useMutation({
    mutationFn: (chosen: string) =>
      answer(setFilestoreAccess, {
        ...store,
        userid,
        level: fileLevels.find(one => one.level === chosen)?.level ?? null,
      }),
    onSuccess: async saved => {
      await refreshFilestores(store)
      toast.success(`${name} is ${saved.level} in ${fsname} now.`)
    },
    onError: error => toast.error('Something went wrong!', { description: error.msg }),
  })
  // Only owners and admins of the project are admins without having been made so by hand.
  const refused = level === 'admin' && isdefault ? errors.LEVEL_FROM_ROLE[1] : undefined
  const given = { value: byRole, label: isdefault ? `By role: ${level}` : 'By role' }
  return (
    <li className="flex items-center gap-3 px-3 py-2 text-sm">
      <span className="min-w-0 flex-1 truncate">{fsname}</span>
      <Tooltip content={refused}>
        <span>
          <Select
            aria-label={`Permission of ${name} in ${fsname}`}
            className="w-36"
            disabled={refused !== undefined || save.isPending}
            options={[given, ...fileLevels.map(one => ({ value: one.level, label: one.level }))]}
            value={isdefault ? byRole : level}
            onValueChange={chosen => save.mutate(chosen)}
          />
        </span>
      </Tooltip>
    </li>
  )
}
