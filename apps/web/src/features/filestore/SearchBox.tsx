import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../../lib/debounced.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'

const searchDelayMs = 400

interface SearchBoxProps {
  search: string
  /** Where one is. Whoever goes elsewhere before the search begins does not want it any more. */
  place: string
  onSearch: (search: string) => void
}

/** Searches as one types. The address has the last word: back and forward change what stands in it. */
export function SearchBox({ search, place, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(search)
  const settled = useDebounced(typed, searchDelayMs)
  const sent = useRef(search)
  const send = useRef(onSearch)
  useEffect(() => {
    send.current = onSearch
  })
  useEffect(() => {
    const wanted = settled.trim()
    if (wanted === sent.current) return
    sent.current = wanted
    send.current(wanted)
  }, [settled])
  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place takes back what is typed.
  useEffect(() => setTyped(sent.current), [place])
  return (
    <Field label="Search the filestore" hideLabel className="w-full sm:w-64">
      <Input
        type="search"
        value={typed}
        maxLength={255}
        placeholder="Search files and folders"
        onChange={event => setTyped(event.target.value)}
      />
    </Field>
  )
}
