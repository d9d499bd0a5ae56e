import { useEffect, useEffectEvent } from 'react'
import type { Desk } from './desk.ts'

/** Files can be dropped anywhere beside the list as well. Without this the browser would leave the page to show them. */
export function useDropAnywhere({ canWrite, place, upload }: Desk): void {
  const folderid = canWrite && place.kind === 'folder' ? place.objid : ''
  const handle = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = folderid ? 'copy' : 'none'
    if (event.type === 'drop' && folderid) upload(event.dataTransfer, folderid)
  })
  useEffect(() => {
    const listener = (event: DragEvent) => handle(event)
    window.addEventListener('dragover', listener)
    window.addEventListener('drop', listener)
    return () => {
      window.removeEventListener('dragover', listener)
      window.removeEventListener('drop', listener)
    }
  }, [])
}
