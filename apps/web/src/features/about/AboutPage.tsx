import type { ReactNode } from 'react'
import { BrowserStorage } from './BrowserStorage.tsx'
import { ServerStatus } from './ServerStatus.tsx'

const topics = [
  { id: 'terms', name: 'Terms' },
  { id: 'privacy', name: 'Privacy' },
  { id: 'security', name: 'Security' },
  { id: 'status', name: 'Status' },
  { id: 'contact', name: 'Contact' },
  { id: 'cookies', name: 'Cookies' },
] as const

export function AboutPage() {
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-16">
      <h1 className="font-semibold text-3xl">About this server</h1>
      <p className="mt-3 max-w-2xl text-lg text-muted">
        Plinth is software that anybody can run. The people who made it do not run this server and see nothing of it.
      </p>
      <div className="mt-10 grid gap-x-16 gap-y-8 md:grid-cols-[10rem_1fr]">
        <nav aria-label="On this page" className="top-20 self-start max-md:-mx-2 md:sticky">
          <ul className="flex flex-wrap gap-x-1 md:flex-col">
            {topics.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block rounded-md px-2 py-1.5 text-muted transition-colors hover:bg-hover hover:text-text md:-ml-2"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-w-2xl">
          <Terms />
          <Privacy />
          <Security />
          <Topic id="status">
            <p>Asked by your browser just now, from this server itself.</p>
            <ServerStatus />
          </Topic>
          <Contact />
          <Cookies />
        </div>
      </div>
    </main>
  )
}

function Topic({ id, children }: { id: (typeof topics)[number]['id']; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-20 space-y-4 border-border text-muted leading-6 not-first:mt-10 not-first:border-t not-first:pt-10"
    >
      <h2 id={`${id}-title`} className="font-semibold text-text text-xl">
        {topics.find(topic => topic.id === id)?.name}
      </h2>
      {children}
    </section>
  )
}

const Terms = () => (
  <Topic id="terms">
    <p>
      The software comes under the Apache License 2.0: you may use it, read it, change it and pass it on. It comes as it
      is, without warranty of any kind.
    </p>
    <p>
      What you may do on this server, and what happens to what you keep here, is for whoever runs it to say. Ask them
      for the rules of their house.
    </p>
  </Topic>
)

const Privacy = () => (
  <Topic id="privacy">
    <p>
      Of you, this server keeps your user id, your name, your e-mail address, a hash of your password, what else you
      sign in with (passkeys, an authenticator app, an account at Google or GitHub), the organizations and projects you
      belong to with your role in each, and the invites you sent and got. Of each sign-in it keeps the browser, the
      network address and when it was last used. All of it, and the files you upload, is where whoever runs this has
      chosen.
    </p>
    <p>
      Who does what is written down: Owners of an organization read it in the audit log, and everybody in a project
      reads in its activity what happened there.
    </p>
    <p>
      Its log has a line for each call: the time, the path, the result and your user id. Passwords, tokens and the
      content of requests are not in it.
    </p>
    <p>
      Nothing is sent to anybody else. There is no analytics, no advertising, and no font, script or picture from
      another host: your browser talks to this server alone. Only if you choose to sign in with Google or GitHub does
      that provider learn of it. Mail to you goes out through the mail server that whoever runs this has chosen.
    </p>
  </Topic>
)

const Security = () => (
  <Topic id="security">
    <p>
      Passwords are kept as argon2id hashes and cannot be read back. A sign-in is 256 random bits, kept as a hash as
      well; it ends after 30 days without use, and at once when you log out. Tries to sign in are limited in number.
    </p>
    <p>
      The pages run under a strict Content-Security-Policy: only scripts that came with this build run, and no other
      site can put these pages in a frame.
    </p>
    <p>
      Found a hole? Tell whoever runs this server first, in private, so that they can protect the people on it. If it is
      in the software itself, report it where you got the source, through its private reporting if it has one. Say which
      build you looked at and how to repeat it.
    </p>
  </Topic>
)

const Contact = () => (
  <Topic id="contact">
    <p>
      Whoever runs this server answers for it. Plinth does not know their address, so it cannot show it here. The person
      who gave you the link or invited you knows, and in a company it is most likely the team that keeps your other
      internal tools running.
    </p>
    <p>
      This server answers at <ServerAddress />. Name that when you write.
    </p>
  </Topic>
)

const ServerAddress = () => <code className="break-all font-mono text-sm text-text">{location.origin}</code>

const Cookies = () => (
  <Topic id="cookies">
    <p>
      Plinth sets one cookie when you sign in. It says only that this browser has signed in before, so that somebody who
      guesses at your password from elsewhere cannot lock you out; no script can read it. Besides that it keeps a few
      things in your browser’s local storage, which only these pages can read:
    </p>
    <BrowserStorage />
    <p>
      While a tab is open, it also keeps for itself what you typed into a form that is not sent yet, and how far you had
      scrolled. That is gone when you close the tab.
    </p>
    <p>Nothing about you is sold or shared, so there is nothing to opt out of.</p>
  </Topic>
)
