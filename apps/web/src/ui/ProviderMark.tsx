const Google = () => (
  <svg aria-hidden="true" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2.2">
    <path d="M12.6 4.3A5.9 5.9 0 1 0 13.9 8H8.2" />
  </svg>
)

const Github = () => (
  <svg aria-hidden="true" viewBox="0 0 16 16" fill="currentColor">
    <path d="M3 2.2c1.1 0 2.2.6 2.9 1.2a8.3 8.3 0 0 1 4.2 0c.7-.6 1.8-1.2 2.9-1.2.5 1.1.4 2.1.2 2.7.7.8 1.1 1.8 1.1 2.9 0 3.5-2.2 4.6-4.1 4.9.3.4.5 1 .5 1.7v1.4H5.3v-1.1c-2 .4-2.6-.8-3.1-1.6-.3-.4-.6-.8-.9-1 .9-.3 1.7.2 2.2 1 .4.6.9 1 1.8.8.1-.5.3-.9.5-1.2-1.9-.3-4.1-1.4-4.1-4.9 0-1.1.4-2.1 1.1-2.9-.2-.6-.3-1.6.2-2.7Z" />
  </svg>
)

const marks = { google: Google, github: Github }

/** Drawn in the colour of the text, so that it suits both themes. */
export function ProviderMark({ provider }: { provider: keyof typeof marks }) {
  const Mark = marks[provider]
  return <Mark />
}
