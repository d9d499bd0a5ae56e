import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  info: { look: 'bg-accent-soft', mark: 'text-accent', Icon: Info },
  success: { look: 'bg-success-soft', mark: 'text-success', Icon: CircleCheck },
  warning: { look: 'bg-warning-soft', mark: 'text-warning', Icon: TriangleAlert },
  danger: { look: 'bg-danger-soft', mark: 'text-danger', Icon: OctagonAlert },
}

type NoticeProps = {
  tone?: keyof typeof tones
  title?: ReactNode
  action?: ReactNode
  /** Across the whole width of the page, without corners. */
  banner?: boolean
  role?: 'status' | 'alert'
  children: ReactNode
}

export function Notice({ tone = 'info', title, action, banner, role, children }: NoticeProps) {
  const { look, mark, Icon } = tones[tone]
  const acts = action !== undefined
  // The first line stands beside the middle of the button, which is taller.
  const lower = acts && !banner
  return (
    <div
      role={role}
      className={cx(
        'flex flex-wrap gap-2.5 text-sm',
        banner ? 'px-4 py-2' : 'rounded-lg p-3',
        banner && acts ? 'items-center' : 'items-start',
        look,
      )}
    >
      <Icon aria-hidden className={cx('size-4 shrink-0', lower ? 'mt-1.5' : !acts && 'mt-0.5', mark)} />
      {/* A button that leaves it no room to be read in comes below. */}
      <div className={cx('wrap-anywhere min-w-0 flex-1 text-pretty', acts && 'basis-48', lower && 'py-1')}>
        {title && <p className="font-medium">{title}</p>}
        {children}
      </div>
      {acts && <div className="ml-auto">{action}</div>}
    </div>
  )
}
