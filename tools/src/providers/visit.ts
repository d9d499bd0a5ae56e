import { type PageAnswer, pageForm } from './sign-in-page.ts'

/** Walks through a provider's pages as a browser would, cookies included, and answers with the address it is sent home to. */
export async function visitProvider(authorizeUrl: string, answer: PageAnswer): Promise<URL> {
  const start = new URL(authorizeUrl)
  const cookies = new Map<string, string>()

  const go = async (url: URL, init: RequestInit = {}): Promise<URL | Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (!next) return response
    const target = new URL(next, url)
    return target.origin === start.origin ? go(target) : target
  }

  const page = await go(start)
  if (page instanceof URL) return page
  const [, action = ''] = /action="([^"]+)"/.exec(await page.text()) ?? []
  const posted = new URL(action.replaceAll('&amp;', '&'), start)
  const home = await go(posted, { method: 'POST', body: pageForm(answer) })
  if (home instanceof URL) return home
  throw new Error(`${posted.href} answered ${home.status}`)
}
