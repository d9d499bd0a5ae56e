import { useEffect, useRef } from 'react'
import { shortName } from '../../lib/names.ts'
import { toast } from '../../ui/toast.ts'
import type { Info } from './use-editing.ts'

/** Says so when the file gets another name or place while one looks at it. */
export function useNews({ objid, path }: Pick<Info, 'objid' | 'path'>): void {
  const before = useRef({ objid, path })
  useEffect(() => {
    const { objid: was, path: from } = before.current
    if (was === objid && from !== path) toast.info(newsOf(from, path))
    before.current = { objid, path }
  }, [objid, path])
}

const split = (path: string) => ({
  folder: path.slice(0, path.lastIndexOf('/')),
  name: path.slice(path.lastIndexOf('/') + 1),
})

export function newsOf(from: string, to: string): string {
  const [was, is] = [split(from), split(to)]
  if (was.folder !== is.folder) return `This file is now at ${to}.`
  return `This file is called ${shortName(is.name)} now.`
}
