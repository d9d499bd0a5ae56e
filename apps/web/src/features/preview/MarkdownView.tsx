import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { tryMarkdown } from './markdown-trial.ts'
import { Waiting } from './Waiting.tsx'
import './markdown.css'

/** What leads out of the product opens beside it, and learns nothing of where one came from. Other links lead nowhere here. */
function Anchor({ href = '', children }: { href?: string | undefined; children?: ReactNode }) {
  if (!/^(https?:|mailto:)/i.test(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** An image from elsewhere would tell its host who reads this, and when. */
const Picture = ({ alt, src }: ComponentProps<'img'>) => (
  <span className="markdown-picture">
    Image{alt ? `: ${alt}` : ''}
    {typeof src === 'string' && /^https?:/i.test(src) ? ` (from ${hostOf(src)}, not loaded)` : ' (not loaded)'}
  </span>
)

const hostOf = (address: string) => URL.parse(address)?.host ?? 'elsewhere'

/** Wide ones scroll by themselves. */
const Scrolling = ({ children }: { children?: ReactNode }) => (
  <div className="markdown-wide">
    <table>{children}</table>
  </div>
)

const components: Components = {
  a: ({ href, children }) => <Anchor href={href}>{children}</Anchor>,
  img: ({ alt, src }) => <Picture alt={alt} src={src} />,
  table: ({ children }) => <Scrolling>{children}</Scrolling>,
}

type MarkdownViewProps = { text: string; label: string; onTooMuch: (text: string) => void }

/** Markup inside of it shows as it was written, and does nothing. */
export function MarkdownView({ text, label, onTooMuch }: MarkdownViewProps) {
  const [tried, setTried] = useState<string>()
  useEffect(() => tryMarkdown(text, fits => (fits ? setTried(text) : onTooMuch(text))), [text, onTooMuch])
  if (tried !== text) return <Waiting />
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it.
      tabIndex={0}
      data-content
      className="min-h-0 flex-1 overflow-y-auto bg-surface -outline-offset-2"
    >
      <div className="markdown">
        <Markdown remarkPlugins={[remarkGfm]} components={components}>
          {text}
        </Markdown>
      </div>
    </section>
  )
}
