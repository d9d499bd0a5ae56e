import { dirname, filename } from '@plinth/contract/file-fields'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { shortName } from '../../lib/names.ts'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast.ts'
import { useDesk } from './desk.ts'
import { type Item, isFolder } from './items.ts'
import { renameItem } from './renaming.ts'

/** By its new name it may stand elsewhere in the list, once that is read anew. */
const followedMs = 5_000

/** In place of the name. Enter and leaving it save, Escape does not; a refused name stays in it, with the reason below. */
export function RenameField({ item }: { item: Item }) {
  const { store, endRename, typedName, point } = useDesk()
  const { objid, objname } = item
  const typed = typedName.current?.objid === objid ? typedName.current : undefined
  const [problem, setProblem] = useState<string>()
  const ended = useRef(false)
  const busy = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed later stands in the field already.
  useLayoutEffect(() => begin(field.current, typed?.caret), [])
  const finish = () => {
    ended.current = true
    endRename(objid)
  }
  const save = async (text: string, leaving: boolean) => {
    if (ended.current || busy.current) return
    const checked = (isFolder(item) ? dirname : filename).safeParse(text.trim())
    if (checked.data === objname || (leaving && !checked.success)) return finish()
    busy.current = true
    const wrong = checked.success ? await renameItem(store, item, checked.data) : checked.error.issues[0]?.message
    busy.current = false
    if (!wrong) {
      point(objid, followedMs)
      return finish()
    }
    setProblem(wrong)
    // Whoever has gone elsewhere does not see it there.
    if (!field.current) toast.error(`${shortName(objname)} could not be renamed.`, { description: wrong })
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    // While a word is put together from several keys, they belong to that. Safari knows its last one by the number alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter') void save(event.currentTarget.value, false)
    if (event.key === 'Escape') finish()
  }
  return (
    <span className="relative min-w-0 flex-1">
      <input
        ref={field}
        defaultValue={typed?.text ?? objname}
        aria-label={`New name of ${objname}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'rename-problem' : undefined}
        autoComplete="off"
        spellCheck={false}
        onInput={({ currentTarget: { value, selectionStart } }) => {
          typedName.current = { objid, text: value, caret: selectionStart ?? value.length }
        }}
        onKeyDown={press}
        onBlur={event => void save(event.target.value, true)}
        className={cx('control h-8 min-h-0 py-0')}
      />
      {problem ? (
        <span
          id="rename-problem"
          role="alert"
          ref={showWhole}
          className="floating absolute top-full left-0 z-20 mt-1 px-2 py-1 text-danger text-xs"
        >
          {problem}
        </span>
      ) : null}
    </span>
  )
}

/** Below the last line of the list it would lie out of sight. */
const showWhole = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'nearest' })

/** The ending of a file's name stays unless one wants to change it. */
function begin(input: HTMLInputElement | null, caret: number | undefined): void {
  if (!input || input === document.activeElement) return
  input.focus()
  const dot = input.value.lastIndexOf('.')
  if (caret !== undefined) input.setSelectionRange(caret, caret)
  else input.setSelectionRange(0, dot > 0 ? dot : input.value.length)
}
