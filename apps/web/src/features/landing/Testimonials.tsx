import figuresFile from './figures.json'
import { Section } from './Section.tsx'

interface Figures {
  measuredOn: string
  figures: { name: string; value: number | string; unit: string; note: string }[]
}

const measured: Figures = figuresFile

const replaced = [
  { job: 'Who people are', tool: 'An identity server', users: 'Users, groups and clients', here: 'Accounts' },
  { job: 'Shared files', tool: 'Nextcloud', users: 'Users, groups and shares', here: 'File Store' },
  { job: 'Objects for programs', tool: 'An S3 server', users: 'Access keys and bucket policies', here: null },
  { job: 'Tables a team edits', tool: 'Grist', users: 'Team members and access rules', here: null },
  { job: 'Running what you build', tool: 'Coolify', users: 'Teams and their members', here: null },
]

export function Testimonials() {
  return (
    <Section id="testimonials" label="Testimonials" title="No quotes, only what you can check">
      {measured.figures.length > 0 && <MeasuredFigures {...measured} />}
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_2fr]">
        <div className="text-base text-muted leading-6">
          <h3 className="font-semibold text-text">What it is meant to replace</h3>
          <p className="mt-2">
            Each of these is good at its job and further along than Plinth. Many can share a sign-in. Who may do what is
            still written down in each of them, and taken away in each of them when somebody leaves.
          </p>
          <p className="mt-3">Plinth keeps that in one table, for every area it has.</p>
        </div>
        <ReplacedTable />
      </div>
    </Section>
  )
}

function MeasuredFigures({ measuredOn, figures }: Figures) {
  return (
    <div className="mb-14">
      <dl className="grid overflow-hidden rounded-lg border border-border bg-surface sm:grid-cols-2 lg:grid-cols-4">
        {figures.map(({ name, value, unit, note }) => (
          <div key={name} className="-mr-px -mb-px flex flex-col border-border border-r border-b p-5">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="order-first font-semibold text-2xl tabular-nums">
              {typeof value === 'number' ? value.toLocaleString('en-GB') : value}
              <span className="ml-1 font-normal text-base text-muted tracking-normal">{unit}</span>
            </dd>
            {note && <dd className="mt-1 text-muted text-xs">{note}</dd>}
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        Measured on {measuredOn} with <code className="font-mono text-text text-xs">npm run bench -- figures</code>,
        which you can run yourself.
      </p>
    </div>
  )
}

function ReplacedTable() {
  return (
    <div className="overflow-x-auto rounded-lg border border-border bg-surface">
      <table className="w-full text-left text-sm">
        <thead className="bg-canvas text-muted text-xs">
          <tr className="[&>th]:h-9 [&>th]:px-4 [&>th]:font-medium">
            <th scope="col">For</th>
            <th scope="col">Often run</th>
            <th scope="col" className="max-sm:hidden">
              Keeps its own
            </th>
            <th scope="col">In Plinth</th>
          </tr>
        </thead>
        <tbody>
          {replaced.map(({ job, tool, users, here }) => (
            <tr key={job} className="border-border border-t [&>*]:px-4 [&>*]:py-3">
              <th scope="row" className="font-medium">
                {job}
              </th>
              <td className="text-muted">{tool}</td>
              <td className="text-muted max-sm:hidden">{users}</td>
              <td className="whitespace-nowrap">
                {here ? <Here name={here} /> : <span className="text-muted">Not built yet</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Here = ({ name }: { name: string }) => (
  <span className="inline-flex items-center gap-2 font-medium">
    <span aria-hidden="true" className="size-1.5 rounded-full bg-success" />
    {name}
  </span>
)
