import type { ReactNode } from 'react'
import { PageLink } from './PageLink.tsx'
import { Section } from './Section.tsx'

const planned = ['Object Store', 'Sheets', 'Deployments']

export function Features() {
  return (
    <Section id="features" label="Features" title="What it does today">
      <div className="grid gap-3 md:grid-cols-2 lg:grid-cols-4">
        <Tile wide title="One contract for every call">
          <p>
            What goes in, what comes out, which errors, who may: declared once. The server checks by it, this app is
            typed by it, and <ApiLink /> is made from it.
          </p>
          <Sample
            lines={[
              ['$', 'curl localhost:8080/api/v1/login/isuseridvalid \\'],
              ['', "  -H 'content-type: application/json' \\"],
              ['', '  -d \'{"userid":"mara"}\''],
              ['', '{"data":{"valid":true}}'],
            ]}
          />
        </Tile>
        <Tile wide title="One command to start">
          <p>
            It installs, builds, prepares the database and listens. Starting again does nothing twice; stopping lets
            running requests finish. A setting that is wrong is named in one sentence.
          </p>
          <Sample
            lines={[
              ['$', 'npm start'],
              ['', 'Plinth is ready: http://localhost:8080'],
              ['$', 'DATABASE_URL=postgres://db/plinth PORT=9000 npm start'],
              ['', 'Plinth is ready: http://localhost:9000'],
            ]}
          />
        </Tile>
        <Tile title="Accounts">
          <p>
            A password, Google, GitHub or a passkey; codes from an app as the second step; tokens for scripts; every
            session listed, and ended at once.
          </p>
        </Tile>
        <Tile title="Organizations and projects">
          <p>
            Roles in both, invites by user id or e-mail, two-factor as a rule, an audit log. What is another’s is not
            there for you: a member sees the projects they belong to.
          </p>
        </Tile>
        <Tile title="Files">
          <p>
            Folders and files with versions, a trash, search and quotas. Levels by role or by person, uploads that go on
            where they stopped, and the same tree as a drive over WebDAV.
          </p>
        </Tile>
        <Tile title="Live, on one machine or several">
          <p>
            What changes for you arrives at once. One folder with SQLite to begin with; the same program on PostgreSQL
            and an S3 store when you need several nodes.
          </p>
        </Tile>
      </div>
      <div className="mt-8 flex flex-wrap items-baseline gap-x-2 gap-y-2 text-sm text-muted">
        <h3 className="mr-1 font-medium text-text">Not built yet</h3>
        {planned.map(name => (
          <span key={name} className="rounded-full border border-border-strong border-dashed px-2.5 py-0.5">
            {name}
          </span>
        ))}
      </div>
    </Section>
  )
}

const ApiLink = () => (
  <PageLink to="/api/docs" className="text-accent underline underline-offset-4">
    the API reference
  </PageLink>
)

function Tile({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <article
      className={`flex min-w-0 flex-col gap-3 rounded-lg border border-border bg-surface p-5 text-muted leading-[22px] ${wide ? 'lg:col-span-2 lg:p-6' : ''}`}
    >
      <h3 className="-mb-1 font-semibold text-base text-text">{title}</h3>
      {children}
    </article>
  )
}

function Sample({ lines }: { lines: [prompt: string, text: string][] }) {
  return (
    <pre className="wrap-anywhere mt-auto whitespace-pre-wrap rounded-md border border-border bg-sunken p-4 font-mono text-text text-xs leading-5">
      {lines.map(([prompt, text]) => (
        <code key={text} className="block">
          {prompt && <span className="select-none text-faint">{prompt} </span>}
          {text}
        </code>
      ))}
    </pre>
  )
}
