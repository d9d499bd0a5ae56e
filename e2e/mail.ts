import { type APIRequestContext, expect } from '@playwright/test'

interface Listed {
  path: string
  subject: string
  to: string
}

/** The list that the page /_mail shows, newest first. The request must come from this machine and say so. */
async function listed(request: APIRequestContext): Promise<Listed[]> {
  const html = await (await request.get('/_mail')).text()
  const items = html.matchAll(/<a href="(\/_mail\/[^"]+)">([^<]*)<\/a><br><small>to ([^,<]*),/g)
  return [...items].map(([, path = '', subject = '', to = '']) => ({
    path,
    subject: subject.replaceAll('&#39;', "'"),
    to,
  }))
}

export async function countMails(request: APIRequestContext, to: string): Promise<number> {
  return (await listed(request)).filter(mail => mail.to === to).length
}

/**
 * Waits until `count` mails with the subject have come to the address, opens the newest as a person at this machine does, and
 * answers where its link leads.
 */
export async function linkInMail(request: APIRequestContext, to: string, subject: string, count = 1): Promise<string> {
  const arrived = async () => (await listed(request)).filter(mail => mail.to === to && mail.subject === subject)
  await expect.poll(async () => (await arrived()).length, { message: `mails "${subject}" to ${to}` }).toBe(count)
  const [newest] = await arrived()
  const html = await (await request.get(newest?.path ?? '')).text()
  const [, link = ''] = /<pre>[\s\S]*?<a href="([^"]+)"/.exec(html) ?? []
  return link.replaceAll('&amp;', '&')
}
