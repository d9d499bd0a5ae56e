import { useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTitle } from '../../lib/title.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PasswordGate } from './PasswordGate.tsx'
import { type Held, shareQuery } from './queries.ts'
import { SharedFile } from './SharedFile.tsx'
import { SharedFolder } from './SharedFolder.tsx'
import type { FolderWays, Preview } from './shown.ts'
import { UploadBox } from './UploadBox.tsx'

/** What a link shows to whoever was sent it. */
export function SharedPage({ token, preview, ...ways }: { token: string; preview: Preview } & FolderWays) {
  const [pass, setPass] = useState<string>()
  // The same with each file that is looked at, or every line of a long list would be drawn anew.
  const held: Held = useMemo(() => ({ token, pass }), [token, pass])
  const { data: found, error, refetch, isFetching } = useQuery(shareQuery(held))
  const onTaken = useCallback(() => void setTimeout(refetch, 1_000), [refetch])
  const [before, setBefore] = useState(found)
  if (found && found !== before) setBefore(found)
  // What was found before is still shown where asking for it once more fails, with the next pass too.
  const data = found ?? before
  useTitle('folder', data?.objname)
  const shut = error?.errcode === 'SHARE_PASSWORD'
  if (error?.errcode === 'SHARE_DEAD' || error?.errcode === 'BAD_INPUT')
    return <Over>This link does not work any more. Ask whoever sent it for a new one.</Over>
  if (data?.kind === 'upload') {
    const ways = { onPass: setPass, onRefused: () => void refetch() }
    return <UploadBox {...{ held, shut }} {...ways} folder={data.objname} expiresat={data.expiresat} />
  }
  if (shut) return <PasswordGate token={token} onPass={setPass} />
  if (error && !data) {
    return (
      <section className="rounded-lg border bg-surface">
        <ErrorState
          title="The link could not be opened"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </section>
    )
  }
  if (!data?.fsobject) return <Skeleton className="h-40" />
  if (data.left === 0) return <Over>This link was used as often as it may be. Ask whoever sent it for a new one.</Over>
  const shown = { held, info: data, onPass: setPass, onTaken }
  return data.fsobject.objtype === 1 ? (
    <SharedFolder {...shown} {...ways} />
  ) : (
    <SharedFile {...shown} {...{ preview }} object={data.fsobject} />
  )
}

function Over({ children }: { children: ReactNode }) {
  return (
    <section className="rounded-lg border bg-surface">
      <h1 className="sr-only">This link is over</h1>
      <EmptyState icon={<Link2Off />}>{children}</EmptyState>
    </section>
  )
}
