import { useEffect, useEffectEvent, useState } from 'react'
import type { Desk } from './desk.ts'

/**
 * Files can be dropped anywhere beside the list as well. Without this the browser would leave the page to show them.
 * Answers whether some are held there now.
 */
export function useDropAnywhere({ canWrite, place, upload }: Desk): boolean {
  const [over, setOver] = useState(false)
  const folderid = canWrite && place.kind === 'folder' ? place.objid : ''
  const handle = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = folderid ? 'copy' : 'none'
    setOver(event.type === 'dragover' && folderid !== '')
    if (event.type === 'drop' && folderid) upload(event.dataTransfer, folderid)
  })
  useEffect(() => {
    const listener = (event: DragEvent) => handle(event)
    // A folder that takes it itself keeps it from coming up to here again.
    const before = () => setOver(false)
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget ?? setOver(false)
    for (const type of ['dragover', 'drop'] as const) {
      window.addEventListener(type, before, true)
      window.addEventListener(type, listener)
    }
    window.addEventListener('dragleave', leave)
    return () => {
      for (const type of ['dragover', 'drop'] as const) {
        window.removeEventListener(type, before, true)
        window.removeEventListener(type, listener)
      }
      window.removeEventListener('dragleave', leave)
    }
  }, [])
  return over
}
