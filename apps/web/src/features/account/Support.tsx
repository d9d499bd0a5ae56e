import { orgRoles } from '@plinth/contract/permissions'
import { Link } from '@tanstack/react-router'
import {
  BookOpen,
  Info,
  Keyboard,
  KeyRound,
  Link2,
  Mail,
  MonitorSmartphone,
  ShieldCheck,
  UserRoundPlus,
  UserRoundX,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { commandKey } from '../../lib/shortcuts.ts'
import { Kbd } from '../../ui/Kbd.tsx'

const link = 'font-medium text-accent underline-offset-2 hover:underline'

/** The help centre. Every answer is about something that works on this server today. */
export function Support() {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      <Topic icon={<MonitorSmartphone />} title="Signing in elsewhere">
        Open this server's address on the other device and sign in with your user id or e-mail address. What you are
        signed in on stands under{' '}
        <Link to="/settings/security" hash="sessions" className={link}>
          Sessions
        </Link>
        ; there you can end any of them.
      </Topic>
      <Topic icon={<UserRoundX />} title="Somebody knows your password">
        Set a new one on the{' '}
        <Link to="/settings" className={link}>
          Profile
        </Link>{' '}
        page. That signs you out everywhere else at once. Access tokens go on working until you revoke them.
      </Topic>
      <Topic icon={<Link2 />} title="Google and GitHub">
        Where this server offers them, connect one under{' '}
        <Link to="/settings/security" className={link}>
          Security
        </Link>
        , and it signs you in to this account too. Signing in with a provider never joins two accounts by itself.
      </Topic>
      <Topic icon={<UserRoundPlus />} title="Inviting people">
        Owners invite on the Users screen, Admins through <em>Invite people</em> in the organization switcher: people
        with an account by user id or name, anybody else by e-mail. Your own address has to be verified first. An invite
        is open for seven days, for that one person, and you can always copy its link.
      </Topic>
      <Topic icon={<UsersRound />} title="Roles">
        {orgRoles.map(({ role, info }) => (
          <span key={role} className="block">
            <strong className="font-medium text-text">{role}</strong>: {info}
          </span>
        ))}
        Only Owners change roles, and an organization always keeps one.
      </Topic>
      <Topic icon={<ShieldCheck />} title="Two-factor sign-in">
        After the password, sign-in asks for a code from an app on your phone, so that the password alone lets nobody
        in. Set it up under{' '}
        <Link to="/settings/security" className={link}>
          Security
        </Link>
        , and keep the recovery codes where you find them without the phone. A passkey can take the place of the code,
        or of the password and the code.
      </Topic>
      <Topic icon={<KeyRound />} title="Scripts">
        Give a script an{' '}
        <Link to="/settings/tokens" className={link}>
          access token
        </Link>{' '}
        of its own instead of your password. It can be limited to reading, it ends by itself, and you can revoke it.
      </Topic>
      <Topic icon={<BookOpen />} title="API">
        Every screen works through calls that a script with an access token can make too, but for those that guard your
        account. The{' '}
        <Link to="/api/docs" className={link}>
          API reference
        </Link>{' '}
        lists them all and lets you try them.
      </Topic>
      <Topic icon={<Keyboard />} title="Keyboard">
        <Kbd>{commandKey} K</Kbd> searches and jumps anywhere, <Kbd>?</Kbd> lists the shortcuts, <Kbd>Esc</Kbd> closes
        what is open.
      </Topic>
      <Topic icon={<Mail />} title="No mail arrives">
        Look into the spam folder first, and whether the address on your profile is right. A server without a mail
        connection keeps its mails in a folder of its own: whoever runs it finds them there.
      </Topic>
      <Topic icon={<Info />} title="Who runs this">
        Each server is run by somebody of your own. What is known about this one, and whether it is well, stands on{' '}
        <Link to="/about" className={link}>
          About this server
        </Link>
        .
      </Topic>
    </ul>
  )
}

function Topic({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="rounded-lg border bg-surface p-4">
      <h3 className="flex items-center gap-2 font-semibold text-sm [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint">
        <span aria-hidden className="contents">
          {icon}
        </span>
        {title}
      </h3>
      <p className="mt-1.5 text-muted text-sm">{children}</p>
    </li>
  )
}
