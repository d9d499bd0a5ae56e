import { useState } from 'react'
import { local } from '../../lib/storage.ts'

/** A choice that this browser remembers. */
export function useRemembered<V extends string>(key: string, known: readonly V[], fallback: V) {
  const [value, setValue] = useState<V>(() => known.find(one => one === local.getItem(key)) ?? fallback)
  const choose = (chosen: V) => {
    local.setItem(key, chosen)
    setValue(chosen)
  }
  return [value, choose] as const
}

const lastKey = (orgid: string, projectid: string) => `plinth-filestore:${orgid}/${projectid}`

/** The filestore that was open last in a project, on this browser. */
export const lastFilestore = (orgid: string, projectid: string) => local.getItem(lastKey(orgid, projectid)) ?? undefined

export const rememberFilestore = (orgid: string, projectid: string, fsid: string) =>
  local.setItem(lastKey(orgid, projectid), fsid)
