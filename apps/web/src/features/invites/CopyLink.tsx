import { copyInviteLink } from '@plinth/contract/invites'
import { useMutation } from '@tanstack/react-query'
import { Check, Link2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { answer } from '../../lib/query.ts'
import { COPIED_FOR } from '../../ui/constants.ts'
import { copyText } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/toast.ts'
import { LinkDialog } from './LinkDialog.tsx'

type CopyLinkProps = { id: string; who: string }

/** The server keeps no link, so it makes a new one to copy. */
export function CopyLink({ id, who }: CopyLinkProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [copied, setCopied] = useState(false)
  /** A browser may refuse to copy what did not come from the click itself. Then the link is shown instead. */
  const [shown, setShown] = useState<string>()
  const make = useMutation({
    mutationFn: () => answer(copyInviteLink, { id }),
    onSuccess: async ({ link }) => {
      const done = await copyText(link, place.current ?? document.body)
      if (done) setCopied(true)
      else setShown(link)
    },
    onError: error => void toast.error('Something went wrong!', { description: error.msg }),
  })
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_FOR)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <span ref={place} className="inline-flex">
      <IconButton
        size="sm"
        label={copied ? 'Copied' : `Copy the invite link for ${who}`}
        pending={make.isPending}
        onClick={() => make.mutate()}
      >
        {copied ? <Check aria-hidden className="text-success" /> : <Link2 aria-hidden />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
      {shown ? <LinkDialog link={shown} who={who} onClose={() => setShown(undefined)} /> : null}
    </span>
  )
}
