import { dirname, filename } from '@plinth/contract/file-fields'
import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { useDesk } from './desk.ts'
import { type Item, isFolder } from './items.ts'
import { renameItem } from './renaming.ts'

/** In place of the name. Enter and leaving it save, Escape does not; a refused name stays in it, with the reason below. */
export function RenameField({ item, onDone }: { item: Item; onDone: () => void }) {
  const { store } = useDesk()
  const [problem, setProblem] = useState<string>()
  const ended = useRef(false)
  const finish = () => {
    ended.current = true
    onDone()
  }
  const save = async (text: string, leaving: boolean) => {
    if (ended.current) return
    const checked = (isFolder(item) ? dirname : filename).safeParse(text.trim())
    if (checked.data === item.objname || (leaving && !checked.success)) return finish()
    const wrong = checked.success ? await renameItem(store, item, checked.data) : checked.error.issues[0]?.message
    if (wrong) setProblem(wrong)
    else finish()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.key === 'Enter') void save(event.currentTarget.value, false)
    if (event.key === 'Escape') finish()
  }
  return (
    <span className="relative min-w-0 flex-1">
      <input
        ref={begin}
        defaultValue={item.objname}
        aria-label={`New name of ${item.objname}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'rename-problem' : undefined}
        autoComplete="off"
        spellCheck={false}
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
function begin(input: HTMLInputElement | null): void {
  if (!input || input === document.activeElement) return
  input.focus()
  const dot = input.value.lastIndexOf('.')
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length)
}
