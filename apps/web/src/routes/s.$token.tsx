import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { SharedPage } from '../features/shared-page/SharedPage.tsx'
import { HomeLink } from '../features/shell/HomeLink.tsx'
import { queryClient } from '../lib/query.ts'
import { TooltipProvider } from '../ui/Tooltip.tsx'

const Content = lazy(() => import('../features/preview/Content.tsx').then(file => ({ default: file.Content })))

export const Route = createFileRoute('/s/$token')({
  staticData: { title: 'Shared with you' },
  validateSearch: ({ folder }: Record<string, unknown>): { folder?: string } =>
    typeof folder === 'string' && folder !== '' ? { folder } : {},
  component: Shared,
})

function Shared() {
  const { token } = Route.useParams()
  const { folder } = Route.useSearch()
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex min-h-dvh flex-col">
        <header className="flex h-13 items-center border-b bg-surface px-4">
          <HomeLink word />
        </header>
        <main className="mx-auto w-full max-w-3xl flex-1 px-4 py-8">
          <SharedPage
            key={token}
            token={token}
            folderid={folder}
            preview={(object, address) => (
              <TooltipProvider delayDuration={0}>
                <Suspense>
                  <Content
                    file={object}
                    // Another content of the same file is read anew.
                    source={{ key: ['shared', address, object.modifiedat], address: async () => address }}
                  />
                </Suspense>
              </TooltipProvider>
            )}
            linkTo={(folderid, name) => (
              <Link key={folderid} to="/s/$token" params={{ token }} search={{ folder: folderid }}>
                {name}
              </Link>
            )}
          />
        </main>
      </div>
    </QueryClientProvider>
  )
}
