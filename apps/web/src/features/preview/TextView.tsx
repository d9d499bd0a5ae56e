import { useQuery } from '@tanstack/react-query'
import { Pencil, TextWrap } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { bytes } from '../../lib/bytes.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Bar } from './Bar.tsx'
import { Code } from './Code.tsx'
import { Editor } from './Editor.tsx'
import { Failed, Nothing, NotShown, notThisType, type OnDownload } from './NotShown.tsx'
import { type Source, textQuery } from './queries.ts'
import { claimsText, type Named, type Showing } from './showing.ts'
import { type Text, wholeLines } from './text.ts'
import { type Editable, mostOf } from './use-editing.ts'
import { Waiting } from './Waiting.tsx'

const MarkdownView = lazy(() => import('./MarkdownView.tsx').then(file => ({ default: file.MarkdownView })))
const TableView = lazy(() => import('./TableView.tsx').then(file => ({ default: file.TableView })))

/** Beyond it, laying out Markdown would make the page wait. */
const mostMarkdown = 512 * 1024

export type TextViewProps = {
  file: Named & { size: number }
  showing: Showing
  source: Source
  /** Where whoever looks at it may change it too. */
  edit: Editable | undefined
  onDownload: OnDownload
}

export function TextView({ file, showing, source, edit, onDownload }: TextViewProps) {
  const most = mostOf(showing)
  const { data, error, refetch, isFetching } = useQuery(textQuery(source, file.size, most))
  const [vast, setVast] = useState<string>()
  if (error) return <Failed message={error.msg} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Waiting />
  const { read } = data
  if (!read) {
    return (
      <NotShown onDownload={onDownload}>
        {showing === 'text' && !claimsText(file)
          ? notThisType
          : 'This file is not text in UTF-8, so it cannot be shown here. Download it to open it with another program.'}
      </NotShown>
    )
  }
  const cut = file.size > most
  const shown = cut ? { ...read, text: wholeLines(read.text) } : read
  const tooMuch = vast === shown.text
  // What is hard to lay out is as hard to colour.
  const tooLong = showing === 'markdown' && (tooMuch || shown.text.length > mostMarkdown)
  if (edit?.on && !cut) return <Editor {...{ edit, read }} plain={tooLong} />
  return (
    <Reading {...{ file, showing, edit, onDownload, cut, most, tooLong, tooMuch }} read={shown} onTooMuch={setVast} />
  )
}

type ReadingProps = Omit<TextViewProps, 'source'> & {
  read: Text
  cut: boolean
  most: number
  tooLong: boolean
  tooMuch: boolean
  onTooMuch: (text: string) => void
}

const views = {
  markdown: [
    { value: 'shown', label: 'Rendered' },
    { value: 'source', label: 'Source' },
  ],
  table: [
    { value: 'shown', label: 'Table' },
    { value: 'source', label: 'Source' },
  ],
} as const

function Reading({ file, showing, edit, onDownload, read, cut, most, tooLong, tooMuch, onTooMuch }: ReadingProps) {
  const [view, setView] = useState<'shown' | 'source'>('shown')
  const [wraps, setWraps] = useState(false)
  const { objname: name } = file
  const rendered = view === 'shown' && !tooLong && showing !== 'text'
  const label = `Content of ${name}`
  const empty = file.size === 0
  return (
    <>
      <Bar>
        {!empty && ((showing === 'markdown' && !tooLong) || showing === 'table') ? (
          <Segments label="Shown as" options={views[showing]} value={view} onValueChange={setView} />
        ) : null}
        {rendered && !empty && showing === 'table' ? (
          <IconButton label="Wrap text" aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
            <TextWrap aria-hidden className={wraps ? 'text-accent' : undefined} />
          </IconButton>
        ) : null}
        <span className="flex-1" />
        {edit && !cut && read.utf8 ? (
          <Button onClick={edit.begin}>
            <Pencil aria-hidden />
            Edit
          </Button>
        ) : null}
      </Bar>
      {cut ? (
        <Notice banner action={onDownload ? <Button onClick={onDownload}>Download</Button> : undefined}>
          This is the beginning of the file: the first {bytes(most)} of {bytes(file.size)}. Download it to see all.
        </Notice>
      ) : null}
      {edit && !cut && !read.utf8 ? (
        <Notice banner>This text is not in UTF-8, so it can be read here and not edited.</Notice>
      ) : null}
      {tooLong ? (
        <Notice banner>
          This file {tooMuch ? 'takes' : 'is'} too long to be laid out, so it is shown as it was written.
        </Notice>
      ) : null}
      {empty ? <Nothing /> : null}
      <Suspense fallback={<Waiting />}>
        {rendered && !empty && showing === 'markdown' ? (
          <MarkdownView text={read.text} {...{ label, onTooMuch }} />
        ) : null}
        {rendered && !empty && showing === 'table' ? <TableView text={read.text} {...{ name, label, wraps }} /> : null}
      </Suspense>
      {rendered || empty ? null : <Code key={read.text} {...{ name, label }} plain={tooLong} text={read} />}
    </>
  )
}
