import type { SharedObject } from '@plinth/contract/shares'
import { Download } from 'lucide-react'
import { bytes } from '../../lib/bytes.ts'
import { kindOf } from '../../lib/file-kinds.ts'
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
    <div className="grid gap-6">
      <section className="mx-auto grid w-full max-w-md justify-items-center gap-4 rounded-lg border bg-surface p-6 text-center">
        <span aria-hidden className="grid size-14 place-items-center rounded-xl border bg-canvas">
          <Icon className={`size-7 ${tone}`} />
        </span>
        <div className="grid min-w-0 gap-1">
          <h1 className="wrap-anywhere font-semibold text-lg">{object.objname}</h1>
          <p className="text-muted text-sm">
            {bytes(object.size)} · changed <Time at={object.modifiedat} />
          </p>
        </div>
        <Button asChild variant="primary" size="lg" onClick={onTaken}>
          <a href={address} download={object.objname}>
            <Download aria-hidden />
            Download
          </a>
        </Button>
        <Terms {...info} />
      </section>
      {/* Looking at it would use up one of a few downloads. */}
      {info.left === null ? (
        <section
          aria-label="Preview"
          className="flex h-[70vh] flex-col overflow-hidden rounded-lg border bg-surface has-[[data-only-words]]:h-auto"
        >
          {preview(object, address)}
        </section>
      ) : null}
    </div>
  )
}
