import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import type { CaughtMail, createMailbox } from '../mail.ts'

/**
 * The caught mails hold links that sign people in, so only somebody sitting at this machine may read them: the peer is
 * loopback, also behind a local proxy, and the browser asked for this machine by name (a rebound DNS name is not that).
 */
function isAtThisMachine(request: FastifyRequest): boolean {
  const peer = /^(127\.|::1$|::ffff:127\.)/.test(request.ip)
  return peer && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(request.hostname)
}

export function serveMailbox(http: FastifyInstance, mailbox: ReturnType<typeof createMailbox>) {
  const page = (title: string, body: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style><main>${body}</main></html>`

  http.get('/_mail', async (request, reply) => {
    if (!isAtThisMachine(request)) throw new Refusal('NOT_FOUND')
    return reply
      .type('text/html; charset=utf-8')
      .headers(headers)
      .send(page('Caught mail', listOf(await mailbox.list())))
  })

  http.get<{ Params: { id: string } }>('/_mail/:id', async (request, reply) => {
    const mail = isAtThisMachine(request) ? await mailbox.read(request.params.id) : null
    if (!mail) throw new Refusal('NOT_FOUND')
    return reply
      .type('text/html; charset=utf-8')
      .headers(headers)
      .send(page(escaped(mail.subject), oneMail(mail)))
  })
}

const headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const style = `:root{color-scheme:light dark}body{font:14px/20px system-ui,sans-serif;margin:0}main{max-width:760px;margin:0 auto;
padding:24px 16px}h1{font-size:20px;line-height:28px}ul{list-style:none;padding:0}li{border-top:1px solid color-mix(in oklab,currentColor 15%,transparent);
padding:10px 0;overflow-wrap:anywhere}small,dd{opacity:.75}iframe{width:100%;height:420px;border:1px solid color-mix(in oklab,currentColor 20%,transparent);
border-radius:8px;background:Canvas}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/20px ui-monospace,monospace}`

const listOf = (mails: CaughtMail[]) => `<h1>Caught mail</h1>
<p>No SMTP_URL is set, so mails are kept here, on this machine, for you to read.</p>
${mails.length ? `<ul>${mails.map(item).join('')}</ul>` : '<p>No mail yet.</p>'}`

const item = ({ id, to, subject, at }: CaughtMail) =>
  `<li><a href="/_mail/${id}">${escaped(subject)}</a><br><small>to ${escaped(to)}, ${new Date(at).toISOString()}</small></li>`

const oneMail = ({
  subject,
  to,
  at,
  text,
  html,
}: CaughtMail) => `<p><a href="/_mail">All mail</a></p><h1>${escaped(subject)}</h1>
<p><small>to ${escaped(to)}, ${new Date(at).toISOString()}</small></p><pre>${links(escaped(text))}</pre>
<h2>As HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escaped(html)}"></iframe>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, char => entities[char] ?? char)
const links = (html: string) => html.replace(/https?:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`)
