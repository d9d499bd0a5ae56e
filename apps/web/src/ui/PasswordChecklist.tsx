import { Check, Circle } from 'lucide-react'
import { cx } from './cx.ts'

type Rule = { name: string; holds: (password: string) => boolean }

export function PasswordChecklist({ password, rules }: { password: string; rules: readonly Rule[] }) {
  return (
    <ul aria-label="The password needs" className="grid grid-cols-1 gap-1 text-xs sm:grid-cols-2">
      {rules.map(({ name, holds }) => {
        const held = holds(password)
        const Icon = held ? Check : Circle
        return (
          <li key={name} className={cx('flex items-center gap-1.5', held ? 'text-success' : 'text-muted')}>
            <Icon aria-hidden className="size-3.5" />
            {name}
            <span className="sr-only">{held ? ': done' : ': missing'}</span>
          </li>
        )
      })}
    </ul>
  )
}
