import { useState } from 'react'

/** A choice that this browser remembers. */
export function useRemembered<V extends string>(key: string, known: readonly V[], fallback: V) {
  const [value, setValue] = useState<V>(() => known.find(one => one === localStorage.getItem(key)) ?? fallback)
  const choose = (chosen: V) => {
    localStorage.setItem(key, chosen)
    setValue(chosen)
  }
  return [value, choose] as const
}

const lastKey = (orgid: string, projectid: string) => `plinth-filestore:${orgid}/${projectid}`

/** The filestore that was open last in a project, on this browser. */
export const lastFilestore = (orgid: string, projectid: string) =>
  localStorage.getItem(lastKey(orgid, projectid)) ?? undefined

export const rememberFilestore = (orgid: string, projectid: string, fsid: string) =>
  localStorage.setItem(lastKey(orgid, projectid), fsid)
