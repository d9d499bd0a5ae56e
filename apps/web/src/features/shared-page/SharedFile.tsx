import type { SharedObject } from '@plinth/contract/shares'
import { Download } from 'lucide-react'
import { bytes } from '../../lib/bytes.ts'
import { kindOf } from '../../lib/file-kinds.ts'
import { shownName } from '../../lib/names.ts'
import { Button } from '../../ui/Button.tsx'
import { Time } from '../../ui/Time.tsx'
import { fileAddress } from './queries.ts'
import type { Preview, Shown } from './shown.ts'
import { Terms } from './Terms.tsx'

export function SharedFile({
  held,
  info,
  object,
  preview,
  onTaken,
}: Shown & { object: SharedObject; preview: Preview }) {
  const address = fileAddress(held, object.objid)
  const { icon: Icon, tone } = kindOf(object)
  return (
    <div className="grid gap-4">
      <section className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border bg-surface p-4">
        <span aria-hidden className="grid size-12 place-items-center rounded-lg border bg-canvas">
          <Icon className={`size-6 ${tone}`} />
        </span>
        <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
          <h1 className="wrap-anywhere font-semibold text-lg">{shownName(object.objname)}</h1>
          <p className="text-muted text-sm">
            {bytes(object.size)} · changed <Time at={object.modifiedat} />
          </p>
          <Terms {...info} />
        </div>
        <Button asChild variant="primary" size="lg" onClick={onTaken} className="max-sm:w-full">
          <a href={address} download={object.objname}>
            <Download aria-hidden />
            Download
          </a>
        </Button>
      </section>
      {/* Looking at it would use up one of a few downloads. */}
      {info.left === null ? (
        <section
          aria-label="Preview"
          // As high as the window leaves below what stands above.
          className="flex h-[calc(100dvh-14rem)] min-h-96 flex-col overflow-hidden rounded-lg border bg-surface has-[[data-only-words]]:h-auto has-[[data-only-words]]:min-h-0"
        >
          {preview(object, address)}
        </section>
      ) : null}
    </div>
  )
}
