import { lazy, Suspense } from 'react'
import { ImageView } from './ImageView.tsx'
import { MediaView } from './MediaView.tsx'
import { Nothing, NotShown, notThisType, type OnDownload } from './NotShown.tsx'
import type { Source } from './queries.ts'
import { isText, type Named, showingOf } from './showing.ts'
import type { Editable } from './use-editing.ts'
import { Waiting } from './Waiting.tsx'

// Each of these is larger than all the rest of the File Store, so it comes when such a file is opened.
const PdfView = lazy(() => import('./PdfView.tsx').then(file => ({ default: file.PdfView })))
const TextView = lazy(() => import('./TextView.tsx').then(file => ({ default: file.TextView })))

type ContentProps = {
  file: Named & { size: number }
  source: Source
  /** Where whoever looks at it may change it too. */
  edit?: Editable | undefined
  onDownload?: OnDownload
}

/** A file, in the way that its kind is shown. */
export function Content({ file, source, edit, onDownload }: ContentProps) {
  const showing = showingOf(file)
  const { objname: name } = file
  const given = { name, source, onDownload }
  // A text without letters can still be written.
  if (file.size === 0 && !isText(showing)) return <Nothing />
  return (
    <Suspense fallback={<Waiting />}>
      {showing === 'image' ? <ImageView {...given} /> : null}
      {showing === 'audio' || showing === 'video' ? <MediaView {...given} kind={showing} /> : null}
      {showing === 'pdf' ? <PdfView {...given} /> : null}
      {isText(showing) ? <TextView {...{ file, showing, source, edit, onDownload }} /> : null}
      {showing === 'other' ? <NotShown onDownload={onDownload}>{notThisType}</NotShown> : null}
    </Suspense>
  )
}
