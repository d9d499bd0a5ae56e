import { useEffect, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Failed, NotShown, type OnDownload } from './NotShown.tsx'
import type { Source } from './queries.ts'
import { useHeldPlace } from './use-held-place.ts'
import { useShown } from './use-shown.ts'
import { Waiting } from './Waiting.tsx'
import { ZoomBar } from './ZoomBar.tsx'
import './image.css'

type ImageViewProps = { name: string; source: Source; onDownload: OnDownload }

/** An SVG too is only ever an image here: as one it can run nothing and load nothing. */
export function ImageView({ name, source, onDownload }: ImageViewProps) {
  const { address, at, error, damaged, onError, retry, retrying } = useShown(source)
  const [scale, setScale] = useState<number>()
  const [area, setArea] = useState<HTMLElement | null>(null)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const drawn = useDrawn(image)
  const holdPlace = useHeldPlace(area, image, scale)
  if (error) return <Failed message={error.msg} onRetry={retry} retrying={retrying} />
  if (damaged) {
    return <NotShown onDownload={onDownload}>This image could not be drawn. It may be damaged, or not be one.</NotShown>
  }
  if (!address) return <Waiting />
  const fits = scale === undefined
  const zoom = (next: number | undefined, point?: { clientX: number; clientY: number }) => {
    holdPlace(point)
    setScale(next)
  }
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={setArea}
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it.
        tabIndex={0}
        data-content
        data-keys={fits ? undefined : 'arrows'}
        className="flex size-full overflow-auto bg-sunken p-4 pb-16 -outline-offset-2"
      >
        <img
          key={at}
          ref={setImage}
          src={address}
          alt={name}
          onError={onError}
          onDoubleClick={event => zoom(fits ? 1 : undefined, event)}
          className={cx(
            'm-auto',
            drawn.width > 0 && 'image-ground',
            fits ? 'max-h-full max-w-full object-contain' : 'max-w-none shrink-0',
          )}
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
          onScale={zoom}
          onFit={() => zoom(undefined)}
        />
      ) : null}
    </div>
  )
}

/** How wide it is by itself, and how large it is drawn. The window, or what stands beside it, may take from its room. */
function useDrawn(image: HTMLImageElement | null) {
  const [drawn, setDrawn] = useState({ width: 0, scale: 1 })
  useEffect(() => {
    if (!image) return
    const measure = () => {
      const { complete, naturalWidth, clientWidth } = image
      if (!complete || clientWidth === 0) return
      setDrawn(before => {
        // A drawing without a size of its own has none.
        const width = naturalWidth || before.width || clientWidth
        return { width, scale: clientWidth / width }
      })
    }
    const watcher = new ResizeObserver(measure)
    watcher.observe(image)
    image.addEventListener('load', measure)
    return () => {
      watcher.disconnect()
      image.removeEventListener('load', measure)
    }
  }, [image])
  return drawn
}
