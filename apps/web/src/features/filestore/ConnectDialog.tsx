import type { Filestore } from '@plinth/contract/filestores'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getCredentials } from '../../lib/credentials.ts'
import type { Store } from '../../lib/file-client.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/Tabs.tsx'

type ConnectDialogProps = { store: Store; filestore: Filestore; onClose: () => void }

/** How to have the filestore as a drive of one's own computer. */
export function ConnectDialog({ store, filestore, onClose }: ConnectDialogProps) {
  const place = [store.orgid, store.projectid, filestore.fsname].map(encodeURIComponent).join('/')
  const address = `${location.origin}/dav/${place}`
  const userid = getCredentials()?.userid ?? ''
  return (
    <Dialog
      title="Connect as a drive"
      description="Files open and save here from any program on your computer, by WebDAV."
      size="md"
      open
      onOpenChange={onClose}
    >
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2 text-sm">
        <Copied name="Address" value={address} />
        <Copied name="User name" value={userid} />
        <dt className="text-muted">Password</dt>
        <dd>
          An access token, not your password.{' '}
          <Button asChild size="sm" className="mt-1">
            <Link to="/settings/tokens">Create an access token</Link>
          </Button>
        </dd>
      </dl>
      <div className="mt-5">
        <Tabs label="Systems" defaultValue={systemHere()} tabs={systemsFor(address, userid)} />
      </div>
    </Dialog>
  )
}

function Copied({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <span className="wrap-anywhere min-w-0 font-mono text-xs">{value}</span>
        <CopyButton value={value} label={`Copy the ${name.toLowerCase()}`} />
      </dd>
    </>
  )
}

const systemHere = () =>
  /mac/i.test(navigator.userAgent) ? 'macos' : /windows/i.test(navigator.userAgent) ? 'windows' : 'linux'

const isSecure = (address: string) => address.startsWith('https:')

function systemsFor(address: string, userid: string) {
  const rest = address.replace(/^http/, '')
  const mount = `sudo mount -t davfs -o uid=$USER ${address} /mnt`
  const needsHttps =
    'Windows asks for an address that begins with https. This one does not: ask whoever runs this server.'
  return [
    system('linux', 'Linux', [
      ['In Files (GNOME) open Other Locations or Network, and connect to ', <Code key="g">{`dav${rest}`}</Code>],
      ['In Dolphin (KDE) enter ', <Code key="k">{`webdav${rest}`}</Code>, ' in the address line.'],
      'Both ask for the user name and the token.',
      ['Or mount it: ', <Code key="mount">{mount}</Code>, ' (package davfs2).'],
    ]),
    system('macos', 'macOS', [
      'In Finder choose Go, then Connect to Server (⌘K).',
      'Paste the address and choose Connect.',
      `Sign in as a registered user, with ${userid} and the token.`,
    ]),
    system('windows', 'Windows', [
      'In File Explorer open This PC and choose Map network drive.',
      'Paste the address as the folder, and tick Connect using different credentials.',
      `Sign in with ${userid} and the token.`,
      ...(isSecure(address) ? [] : [needsHttps]),
    ]),
  ]
}

const system = (value: string, label: string, steps: readonly ReactNode[]) => ({
  value,
  label,
  content: (
    <ol className="grid list-decimal gap-2 pl-5 text-sm marker:text-muted">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have an order and nothing else.
        <li key={index}>{step}</li>
      ))}
    </ol>
  ),
})

const Code = ({ children }: { children: string }) => (
  <code className="wrap-anywhere box-decoration-clone rounded-sm bg-sunken px-1 font-mono text-xs">{children}</code>
)
