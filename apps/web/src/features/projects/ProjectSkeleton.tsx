import { Skeleton } from '../../ui/Skeleton.tsx'

/** Stands in for any page of a project until it is known: a heading, a row of cards, and what follows. */
export function ProjectSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-56 max-w-full" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['first', 'second', 'third', 'fourth'].map(card => (
          <Skeleton key={card} className="h-24 w-full" />
        ))}
      </div>
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
