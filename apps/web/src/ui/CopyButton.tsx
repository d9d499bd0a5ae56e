import { Check, Copy } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { COPIED_FOR } from './constants.ts'
import { copyText, selectBeside } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'
import { toast } from './toast.ts'

type CopyButtonProps = {
  value: string
  label?: string
  size?: 'sm' | 'md'
  className?: string
  /** Where the value is not on the screen: the browser may refuse to copy, and then it has to be shown. */
  onRefused?: () => void
}

export function CopyButton({ value, label = 'Copy', size = 'sm', className, onRefused }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_FOR)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async ({ currentTarget }: MouseEvent) => {
    const done = await copyText(value, currentTarget.parentElement ?? document.body)
    setCopied(done)
    if (done) return
    if (onRefused) return onRefused()
    const selected = selectBeside(value, currentTarget)
    const description = `The browser does not allow it. ${selected ? 'It is selected: copy' : 'Copy'} it by hand.`
    toast.error('It could not be copied.', { description })
  }
  return (
    <span className="inline-flex">
      <IconButton label={copied ? 'Copied' : label} size={size} onClick={copy} className={className}>
        {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </span>
  )
}
