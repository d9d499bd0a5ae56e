import { lazy, Suspense, useEffect } from 'react'
import { lookForKept, useUploadsWanted } from './wanted.ts'

const UploadPanel = lazy(() => import('./UploadPanel.tsx').then(file => ({ default: file.UploadPanel })))

/** Stands once beside every signed-in page, so that uploads go on wherever one walks. */
export function UploadLayer() {
  useEffect(() => void lookForKept(), [])
  return useUploadsWanted() ? (
    <Suspense>
      <UploadPanel />
    </Suspense>
  ) : null
}
