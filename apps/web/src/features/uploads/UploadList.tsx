import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { UploadRow } from './UploadRow.tsx'
import type { Upload } from './upload.ts'
import { queue } from './uploads.ts'

/** A name, and two lines for what the server said. On a phone that may take a third. */
const rowHeight = 64

/** Draws those in sight: ten thousand cost no more than ten. */
export function UploadList({ id, uploads }: { id: string; uploads: readonly Upload[] }) {
  const ref = useRef<HTMLUListElement>(null)
  const virtual = useVirtualizer({
    count: uploads.length,
    getScrollElement: () => ref.current,
    estimateSize: () => rowHeight,
    getItemKey: index => uploads[index]?.id ?? index,
    overscan: 2,
  })
  const cancel = (upload: Upload) => {
    queue.cancel(upload)
    // The row goes and takes its button along.
    ref.current?.focus()
  }
  return (
    <ul
      id={id}
      ref={ref}
      aria-label="Files"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it.
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      style={{ height: virtual.getTotalSize(), flexBasis: 'auto' }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const upload = uploads[index]
        return upload ? (
          <UploadRow
            key={key}
            {...{ upload, index, top: start, least: rowHeight }}
            measure={virtual.measureElement}
            total={uploads.length}
            onCancel={() => cancel(upload)}
          />
        ) : null
      })}
      <li aria-hidden className="invisible" style={{ height: virtual.getTotalSize() }} />
    </ul>
  )
}
