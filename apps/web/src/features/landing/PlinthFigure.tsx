const planned = [
  { name: 'Objects', height: 'h-28' },
  { name: 'Sheets', height: 'h-40' },
  { name: 'Deployments', height: 'h-32' },
]
const built = ['Accounts', 'Organizations', 'Projects', 'Files']

/** What stands and what does not yet, drawn as the thing the product is named after. */
export function PlinthFigure() {
  return (
    <figure className="mx-auto w-full max-w-[34rem]">
      <ul aria-label="Not built yet" className="mx-[14%] flex items-end gap-1.5 sm:gap-2">
        {planned.map(({ name, height }) => (
          <li
            key={name}
            className={`flex flex-auto items-end justify-center rounded-t-md border border-control border-b-0 border-dashed px-1 pb-2 text-2xs text-muted sm:flex-1 sm:text-xs ${height}`}
          >
            {name}
          </li>
        ))}
      </ul>
      <p className="mx-[5%] rounded-md bg-accent px-4 py-3.5 text-center font-medium text-on-accent text-sm">
        One permission table, one API
      </p>
      <ul aria-label="Built" className="mx-[8%] flex border-border border-x bg-surface">
        {built.map(name => (
          <li
            key={name}
            className="flex-auto border-border px-1 py-7 text-center font-medium text-2xs not-first:border-l sm:flex-1 sm:text-sm"
          >
            {name}
          </li>
        ))}
      </ul>
      <p className="mx-[5%] border border-border-strong bg-raised px-4 py-2.5 text-center font-mono text-muted text-xs">
        SQLite or PostgreSQL
      </p>
      <p className="rounded-b-md rounded-t-sm bg-text px-4 py-3.5 text-center font-medium text-canvas text-sm">
        Your server
      </p>
      <figcaption className="mt-5 text-center text-muted text-sm">
        Solid is there today. Dashed is <strong className="font-medium text-text">not built yet</strong>.
      </figcaption>
    </figure>
  )
}
