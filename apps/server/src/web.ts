import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { apiBase } from '@plinth/contract/call'
import { Refusal } from '@plinth/platform/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const appPage = 'index.html'
/** What a visitor meets first does without most of the product's code, so it is a page of its own. */
const landingPage = 'landing.html'

/** Serves the built web app: its files precompressed and cached for good where their name holds a hash, its page for every other path. */
export function serveWeb(publicUrl: string, dist = built) {
  const hashed = join(dist, 'assets/')
  return async (http: FastifyInstance): Promise<void> => {
    const pages = await Promise.all([appPage, landingPage].map(name => readFile(join(dist, name), 'utf8'))).catch(
      () => null,
    )
    if (!pages) return
    const headers = pageHeaders(pages.join(''), publicUrl)
    await http.register(fastifyStatic, {
      root: dist,
      // One route a file, known at the start: nothing else in the folder can be asked for.
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Of a page nobody wants a part, and one that is beyond its end would be an error of ours.
      acceptRanges: false,
      globIgnore: ['**/*.{br,gz}', appPage, landingPage, 'stamp*'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.header('cross-origin-resource-policy', 'same-origin')
      },
    })
    http.get('/*', (request, reply) => {
      if (!isPage(request)) throw new Refusal('NOT_FOUND')
      reply.headers(headers)
      // The pop-up comes back from another origin and must still find the window that opened it.
      if (!isPopup(request.url)) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
      return sendPage(reply, isLanding(request.url) ? landingPage : appPage)
    })
  }
}

const sendPage = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').sendFile(page)

const isLanding = (url: string) => /^\/(\?|$)/.test(url)

const isPopup = (url: string) => /^\/auth\/(github|google)(\?|$)/.test(url)

function isPage({ url }: FastifyRequest): boolean {
  return !url.startsWith(`${apiBase}/`) && !url.startsWith('/assets/') && !url.startsWith('/_mail')
}

function pageHeaders(pages: string, publicUrl: string): Record<string, string> {
  const inline = [...pages.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script ?? '')
  const hashes = new Set(inline.map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`))
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${[...hashes].join(' ')}`,
      // Radix' scroll lock and the toasts write style elements of their own; a style cannot run anything.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "frame-src 'self' blob:",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    // Links in mails carry a token in their query: no other site learns where a visitor came from.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
