import { Link } from '@tanstack/react-router'
import { FolderX } from 'lucide-react'
import type { Store } from '../../lib/file-client.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { filestoreRoute, paramsOf } from './paths.ts'
import type { Way } from './queries.ts'

/** The folder that the address names is not there, or no longer. */
export function Gone({ store, steps }: { store: Store; steps: Way['steps'] | undefined }) {
  const above = steps && steps.length > 2 ? steps.at(-2) : undefined
  return (
    <div role="alert" className="rounded-lg border bg-surface">
      <EmptyState
        icon={<FolderX />}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button asChild variant="primary">
              <Link to={filestoreRoute} params={paramsOf(store, above?.objid)} search={{}}>
                {above ? `Go to ${above.objname}` : 'Go to the top folder'}
              </Link>
            </Button>
            <Button asChild>
              <Link to={filestoreRoute} params={paramsOf(store)} search={{ view: 'trash' }}>
                Look in the trash
              </Link>
            </Button>
          </span>
        }
      >
        This folder is no longer here. Somebody has deleted it, or it never was in this filestore.
      </EmptyState>
    </div>
  )
}
