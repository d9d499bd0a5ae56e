import { type MouseEvent, useEffect, useState } from 'react'
import { COPIED_FOR } from '../../ui/constants.ts'
import { copyText, selectBeside } from '../../ui/copy-text.ts'
import { Icon } from './Icon.tsx'

/** A command to copy. Not ui's CopyButton: its tooltip would bring a library to a page that must arrive fast. */
export function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_FOR)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async ({ currentTarget }: MouseEvent) => {
    const done = await copyText(text, currentTarget)
    setCopied(done)
    if (!done) selectBeside(text, currentTarget)
  }
  return (
    <div className="flex h-11 items-center gap-3 rounded-lg border border-border bg-surface pr-1.5 pl-4 font-mono text-sm">
      <span aria-hidden="true" className="select-none text-faint">
        $
      </span>
      <code className="min-w-0 flex-1 truncate text-text">{text}</code>
      <button
        type="button"
        aria-label={`Copy ${text}`}
        onClick={copy}
        className={`grid size-8 place-items-center rounded-md transition-colors hover:bg-hover ${copied ? 'text-success' : 'text-muted hover:text-text'}`}
      >
        <Icon shape={copied ? 'check' : 'copy'} />
      </button>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </div>
  )
}
