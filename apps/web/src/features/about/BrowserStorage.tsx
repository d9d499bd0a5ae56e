import { useState } from 'react'
import { local } from '../../lib/storage.ts'
import { useTheme } from '../../lib/theme.ts'
import { Button } from '../../ui/Button.tsx'

const signinKey = 'user-credentials'
const uploadsKey = 'plinth-uploads'

const kept = [
  { key: signinKey, meaning: 'Your sign-in: the token, your user id and your e-mail address. Gone when you log out.' },
  { key: 'vite-ui-theme', meaning: 'Light, dark or as your system says.' },
  { key: 'plinth-sidebar', meaning: 'Whether the sidebar is wide or narrow.' },
  { key: 'plinth-last-org', meaning: 'The organization that you had open last.' },
  { key: 'plinth-projects-view', meaning: 'Whether projects stand on cards or in a table.' },
  { key: 'plinth-filestore', meaning: 'The filestore that you had open last in each project.' },
  { key: 'plinth-files', meaning: 'How files are listed: view, order, and what stands beside them.' },
  {
    key: uploadsKey,
    meaning:
      'That uploads are not finished. What they need to go on, copies of small files too, is in this browser’s database until then.',
  },
]

/** Without the one nobody would be signed in, without the other what is half uploaded would never go on. */
const lasting = [signinKey, uploadsKey]

export function BrowserStorage() {
  const [cleared, setCleared] = useState(false)
  const { setTheme } = useTheme()
  const clear = () => {
    setTheme('light')
    for (const key of local.keys()) if (!lasting.some(name => key.startsWith(name))) local.removeItem(key)
    setCleared(true)
  }
  return (
    <div className="rounded-lg border border-border bg-surface">
      <dl>
        {kept.map(({ key, meaning }) => (
          <div
            key={key}
            className="grid gap-x-6 gap-y-1 border-border px-4 py-3 not-first:border-t sm:grid-cols-[11rem_1fr]"
          >
            <dt className="font-mono text-text text-xs leading-5">{key}</dt>
            <dd className="text-sm">{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-border border-t px-4 py-3">
        <Button onClick={clear}>Clear the settings</Button>
        <p role="status" className="text-sm">
          {cleared ? 'Cleared. You are still signed in if you were.' : 'This does not sign you out, and uploads go on.'}
        </p>
      </div>
    </div>
  )
}
