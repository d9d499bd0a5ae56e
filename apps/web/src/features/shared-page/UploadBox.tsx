import { CircleAlert, CircleCheck, Upload, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { bytes } from '../../lib/bytes.ts'
import { useAskBeforeUnload } from '../../lib/leaving.ts'
import { shortName } from '../../lib/names.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { PasswordGate } from './PasswordGate.tsx'
import type { Held } from './queries.ts'
import { createSender, type Sending, useSending } from './sending.ts'
import { Terms } from './Terms.tsx'

const listed = new Intl.ListFormat('en')
const waiting = 'Waiting for the connection'

/** Folders are left out, by name: they cannot be read as a file. */
function contentOf({ items }: DataTransfer): { files: File[]; folders: string[] } {
  const entries = Array.from(items, item => ({ item, entry: item.webkitGetAsEntry() }))
  return {
    files: entries.flatMap(({ item, entry }) => (entry?.isFile && item.getAsFile()) || []),
    folders: entries.flatMap(({ entry }) => (entry?.isDirectory ? entry.name : [])),
  }
}

type UploadBoxProps = {
  held: Held
  folder: string
  expiresat: number | null
  /** The pass has run out. What was sent, and what is still to be, stays in sight. */
  shut: boolean
  onPass: (pass: string) => void
  /** The link itself was refused on the way. */
  onRefused: () => void
}

export function UploadBox({ held, folder, expiresat, shut, onPass, onRefused }: UploadBoxProps) {
  const [sender] = useState(() => createSender(held, onRefused))
  useEffect(() => sender.hold(held), [sender, held])
  const { sending, locked } = useSending(sender)
  const [leftOut, setLeftOut] = useState<string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const done = sending.filter(({ state }) => state === 'done').length
  const underWay = sending.some(({ state }) => state === 'waiting' || state === 'sending')
  const failed = sending.filter(({ state }) => state === 'failed').length
  const stalled = sending.some(one => one.stalled)
  useAskBeforeUnload(underWay)
  /** The button that was pressed goes, and with the last of the files the list does. */
  const act = (press: () => void) => {
    press()
    const stays = sender.now().length > 0 ? list : choose
    stays.current?.focus()
  }
  const over = useDropped(dropped => {
    const { files, folders } = contentOf(dropped)
    setLeftOut(folders)
    sender.add(files)
  })
  return (
    <section className="mx-auto grid w-full max-w-lg gap-4">
      {shut || locked ? <PasswordGate token={held.token} onPass={onPass} /> : null}
      <div className="grid gap-1 text-center">
        <h1 className="wrap-anywhere font-semibold text-lg">Send files to {folder || 'Files'}</h1>
        <p className="text-balance text-muted text-sm">Only those who work in that folder see what you send.</p>
        <Terms {...{ expiresat }} left={null} />
      </div>
      <div
        className={cx(
          'grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-4 py-10',
          over ? 'border-accent bg-accent-soft' : 'bg-surface',
        )}
      >
        <Upload aria-hidden className="size-6 text-faint" />
        <Button ref={choose} variant="primary" onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <p className="text-muted text-xs">or drop them here</p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to send"
          onChange={event => {
            setLeftOut([])
            sender.add(Array.from(event.target.files ?? []))
            event.target.value = ''
          }}
        />
      </div>
      {leftOut.length > 0 ? (
        <Notice tone="warning" role="alert">
          {leftOut.length === 1
            ? `${leftOut[0]} was left out: a folder cannot be sent. Choose its files.`
            : `${listed.format(leftOut)} were left out: folders cannot be sent. Choose their files.`}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 has-[p:empty]:hidden">
        <p role="status" className="text-center text-muted text-sm">
          {sending.length > 0 ? `${done} of ${sending.length} sent${stalled ? `. ${waiting}.` : ''}` : ''}
        </p>
        {failed > 1 ? (
          <Button size="sm" onClick={() => act(() => sender.again())}>
            Try all again
          </Button>
        ) : null}
      </div>
      <ul
        ref={list}
        aria-label="Files"
        tabIndex={-1}
        className="divide-y overflow-hidden rounded-lg border bg-surface empty:hidden"
      >
        {sending.map(one => (
          <SendingRow
            key={one.id}
            one={one}
            onAgain={() => act(() => sender.again(one.id))}
            onCancel={() => act(() => sender.cancel(one.id))}
          />
        ))}
      </ul>
    </section>
  )
}

/** Anywhere on the page: beside the box, the browser would leave it to show the file. Answers whether some are held over it. */
function useDropped(take: (dropped: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false)
  const handle = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take(event.dataTransfer)
  })
  useEffect(() => {
    const listener = (event: DragEvent) => handle(event)
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget ?? setOver(false)
    window.addEventListener('dragover', listener)
    window.addEventListener('drop', listener)
    window.addEventListener('dragleave', leave)
    return () => {
      window.removeEventListener('dragover', listener)
      window.removeEventListener('drop', listener)
      window.removeEventListener('dragleave', leave)
    }
  }, [])
  return over
}

type SendingRowProps = { one: Sending; onAgain: () => void; onCancel: () => void }

function SendingRow({ one: { file, state, sent, stalled, words }, onAgain, onCancel }: SendingRowProps) {
  const name = shortName(file.name)
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="truncate text-sm" title={file.name}>
          {state === 'done' ? words : file.name}
        </span>
        {state === 'sending' ? <Progress label={`Sending ${file.name}`} value={sent} max={file.size || 1} /> : null}
        <span className={cx('break-words text-xs', state === 'failed' ? 'text-danger' : 'text-muted')}>
          {state === 'failed' ? words : stalled ? waiting : bytes(file.size)}
        </span>
      </span>
      {state === 'done' ? <CircleCheck aria-label="Sent" className="size-4 shrink-0 text-success" /> : null}
      {state === 'failed' ? (
        <>
          <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
          <Button size="sm" aria-label={`Try again: ${name}`} onClick={onAgain}>
            Try again
          </Button>
        </>
      ) : null}
      {state === 'done' ? null : (
        <Button variant="ghost" size="icon-sm" aria-label={`Cancel ${name}`} className="reach-1" onClick={onCancel}>
          <X aria-hidden />
        </Button>
      )}
    </li>
  )
}
