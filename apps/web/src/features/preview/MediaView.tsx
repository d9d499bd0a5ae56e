import { Music } from 'lucide-react'
import { type SyntheticEvent, useRef } from 'react'
import { Failed, NotShown, type OnDownload } from './NotShown.tsx'
import type { Source } from './queries.ts'
import { useShown } from './use-shown.ts'
import { Waiting } from './Waiting.tsx'

type MediaViewProps = { name: string; kind: 'audio' | 'video'; source: Source; onDownload: OnDownload }

/**
 * The browser reads what it plays in parts, by an address that serves for 15 minutes. Whoever looks longer, or comes back
 * to it, gets the next one and goes on at the same place.
 */
export function MediaView({ name, kind, source, onDownload }: MediaViewProps) {
  const { address, at, error, damaged, onError, retry, retrying } = useShown(source)
  const left = useRef({ at: 0, playing: false })
  if (error) return <Failed message={error.msg} onRetry={retry} retrying={retrying} />
  if (damaged) {
    return (
      <NotShown onDownload={onDownload}>
        This {kind} could not be played. It may be damaged, or of a kind that this browser does not know.
      </NotShown>
    )
  }
  if (!address) return <Waiting />
  const events = {
    onTimeUpdate: ({ currentTarget: { currentTime: at, paused } }: SyntheticEvent<HTMLMediaElement>) => {
      if (at > 0) left.current = { at, playing: !paused }
    },
    onError,
    onLoadedMetadata: ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => {
      const { at, playing } = left.current
      if (at === 0) return
      media.currentTime = at
      if (playing) void media.play().catch(() => undefined)
    },
  }
  const given = { src: address, controls: true, preload: 'metadata', 'aria-label': name, ...events } as const
  if (kind === 'video') {
    return (
      <div className="flex min-h-0 flex-1 bg-sunken p-4">
        <video key={at} {...given} playsInline className="m-auto max-h-full max-w-full rounded-lg" />
      </div>
    )
  }
  return (
    <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-6 p-4">
      <span aria-hidden className="grid size-24 place-items-center rounded-xl border bg-surface text-faint">
        <Music className="size-10" strokeWidth={1.25} />
      </span>
      <audio key={at} {...given} className="w-[min(32rem,85vw)]" />
    </div>
  )
}
