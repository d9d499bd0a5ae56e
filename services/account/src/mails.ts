import type { Mail } from '@plinth/platform/mail'

/** One thing to say, and one thing to do about it. */
interface Letter {
  to: string
  subject: string
  lines: string[]
  action?: { label: string; url: string }
  /** It tells what has been done to the account, so nobody should ignore it. */
  warning?: true
}

/**
 * Text and HTML from the same letter. The HTML is a single column in the system's colours, so that text and ground turn dark
 * together, and the link stands there in full for those who would rather read it than press it.
 */
export function letter({ to, subject, lines, action, warning }: Letter): Mail {
  const ending = warning ? [] : ['You can ignore this mail if you did not expect it.']
  const text = [...lines, ...(action ? [`${action.label}: ${action.url}`] : []), ...ending].join('\n\n')
  const paragraphs = lines.map(line => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join('')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:Canvas;color:CanvasText;font:15px/24px -apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;overflow-wrap:anywhere"><p style="margin:0 0 24px;font-weight:600">Plinth</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escaped(subject)}</h1>${paragraphs}${action ? button(action) : ''}
${ending.map(small).join('')}</div></body></html>`
  return { to, subject, text, html }
}

const small = (line: string) => `<p style="margin:24px 0 0;font-size:13px;line-height:20px;opacity:.7">${line}</p>`

const button = ({ label, url }: NonNullable<Letter['action']>) => `<p style="margin:0 0 16px"><a href="${escaped(url)}"
 style="display:inline-block;padding:10px 16px;border-radius:6px;background:#4452d6;color:#ffffff;text-decoration:none;font-weight:600">${escaped(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;opacity:.7;word-break:break-all">Or open this address: <a href="${escaped(url)}" style="color:inherit">${escaped(url)}</a></p>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, char => entities[char] ?? char)
