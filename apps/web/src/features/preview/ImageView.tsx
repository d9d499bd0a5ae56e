import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Failed, NotShown, type OnDownload } from './NotShown.tsx'
import { type Source, useAddress } from './queries.ts'
import { Waiting } from './Waiting.tsx'
import { ZoomBar } from './ZoomBar.tsx'

type ImageViewProps = { name: string; source: Source; onDownload: OnDownload }

/** An SVG too is only ever an image here: as one it can run nothing and load nothing. */
export function ImageView({ name, source, onDownload }: ImageViewProps) {
  const { data: address, error, refetch, isFetching } = useAddress(source)
  const [broken, setBroken] = useState<string>()
  const [drawn, setDrawn] = useState({ width: 0, scale: 1 })
  const [scale, setScale] = useState<number>()
  if (error) return <Failed message={error.msg} onRetry={() => void refetch()} retrying={isFetching} />
  if (!address) return <Waiting />
  if (broken === address) {
    return <NotShown onDownload={onDownload}>This image could not be drawn. It may be damaged, or not be one.</NotShown>
  }
  const measure = ({ currentTarget: image }: { currentTarget: HTMLImageElement }) => {
    // A drawing without a size of its own has none.
    const width = image.naturalWidth || image.clientWidth
    setDrawn({ width, scale: image.clientWidth / width || 1 })
  }
  const fits = scale === undefined
  return (
    <div className="relative min-h-0 flex-1">
      <section
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it.
        tabIndex={0}
        data-keys={fits ? undefined : 'arrows'}
        className="flex size-full overflow-auto bg-sunken p-4 -outline-offset-2"
      >
        <img
          src={address}
          alt={name}
          onLoad={measure}
          onError={() => setBroken(address)}
          onDoubleClick={() => setScale(fits ? 1 : undefined)}
          className={cx('m-auto', fits ? 'max-h-full max-w-full object-contain' : 'max-w-none shrink-0')}
          style={fits ? undefined : { width: drawn.width * scale }}
        />
      </section>
      {drawn.width === 0 ? (
        // Over it: beside it, what has arrived of the image would be drawn off the middle.
        <span className="pointer-events-none absolute inset-0 flex">
          <Waiting />
        </span>
      ) : null}
      {drawn.width > 0 ? (
        <ZoomBar
          {...{ fits }}
          scale={scale ?? drawn.scale}
          fitLabel="Fit to the window"
          onScale={setScale}
          onFit={() => setScale(undefined)}
        />
      ) : null}
    </div>
  )
}
