import { Check, Copy } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { COPIED_FOR } from './constants.ts'
import { copyText } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'

type CopyButtonProps = { value: string; label?: string; size?: 'sm' | 'md'; className?: string }

export function CopyButton({ value, label = 'Copy', size = 'sm', className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_FOR)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async ({ currentTarget }: MouseEvent) => {
    setCopied(await copyText(value, currentTarget.parentElement ?? document.body))
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
