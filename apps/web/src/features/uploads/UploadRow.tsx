import { CircleAlert, CircleCheck, File, Folder, Pause, Play, RotateCw, SkipForward, X } from 'lucide-react'
import { shortName } from '../../lib/names.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { isFinished, nameOf, type Upload } from './upload.ts'
import { queue } from './uploads.ts'
import { statusOf } from './words.ts'

type UploadRowProps = {
  upload: Upload
  index: number
  total: number
  top: number
  /** As high as this, or higher. */
  least: number
  measure: (row: HTMLLIElement | null) => void
  onCancel: () => void
}

export function UploadRow({ upload, index, total, top, least, measure, onCancel }: UploadRowProps) {
  const { state, path, sent, size } = upload
  const failed = state === 'failed'
  const status = statusOf(upload)
  return (
    <li
      ref={measure}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={total}
      className="absolute inset-x-0 flex items-center gap-2.5 border-t py-2 pr-2 pl-3.5"
      style={{ top, minHeight: least }}
    >
      <StateIcon upload={upload} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={path}>
          {nameOf(upload)}
        </p>
        <p
          className={cx(
            'text-xs tabular-nums',
            failed ? 'line-clamp-3 text-pretty text-danger' : 'truncate text-muted',
          )}
          title={status}
        >
          {status}
        </p>
        {(state === 'uploading' || state === 'paused') && size > 0 ? (
          <Progress label={nameOf(upload)} value={sent} max={size} className="mt-1 [&>*]:transition-none" />
        ) : null}
      </div>
      <RowActions upload={upload} onCancel={onCancel} />
    </li>
  )
}

function StateIcon({ upload: { state, isFolder } }: { upload: Upload }) {
  const look = 'size-4 shrink-0'
  if (state === 'done') return <CircleCheck aria-hidden className={cx(look, 'text-success')} />
  if (state === 'skipped') return <SkipForward aria-hidden className={cx(look, 'text-faint')} />
  if (state === 'failed') return <CircleAlert aria-hidden className={cx(look, 'text-danger')} />
  if (state === 'lost') return <CircleAlert aria-hidden className={cx(look, 'text-warning')} />
  const Icon = isFolder ? Folder : File
  return <Icon aria-hidden className={cx(look, 'text-faint')} />
}

function RowActions({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { state } = upload
  const name = shortName(nameOf(upload))
  const act = actions[state]
  return (
    <div className="flex shrink-0">
      {act ? (
        <IconButton size="sm" label={`${act.verb} ${name}`} onClick={() => act.run(upload)}>
          <act.icon aria-hidden />
        </IconButton>
      ) : null}
      {isFinished(upload) ? null : (
        <IconButton size="sm" label={`Cancel ${name}`} onClick={onCancel}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

const pause = { verb: 'Pause', icon: Pause, run: queue.pause }
const actions: Partial<Record<Upload['state'], typeof pause>> = {
  uploading: pause,
  waiting: pause,
  paused: { verb: 'Resume', icon: Play, run: queue.resume },
  failed: { verb: 'Retry', icon: RotateCw, run: queue.resume },
}
