import type { ServerResponse } from 'node:http'

/** Somebody with an account at a provider. */
export interface ProviderPerson {
  subject: string
  login: string
  name: string
  email: string
  verified: boolean
}

/** What the page of a provider is told: who is there, and whether they let us know. */
export type PageAnswer = { person: ProviderPerson } | { denied: true }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const field = (label: string, name: string) => `<p><label>${label} <input name="${name}"></label></p>`

/** Where somebody says who they are. It takes anybody at their word: nothing but tests ever comes here. */
export function sendSignInPage(response: ServerResponse, provider: string, action: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><head><title>${provider}</title><meta name="viewport" content="width=device-width"></head>
<body><h1>Sign in to ${provider}</h1><form method="post" action="${escaped(action)}">
${field('Subject', 'subject')}${field('Login', 'login')}${field('Name', 'name')}${field('E-mail', 'email')}
<p><label><input type="checkbox" name="verified" value="yes"> E-mail verified</label></p>
<p><button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></p>
</form></body></html>`)
}

export function readPageAnswer(form: URLSearchParams): PageAnswer {
  if (form.get('answer') !== 'allow') return { denied: true }
  const text = (name: string) => form.get(name) ?? ''
  return {
    person: {
      subject: text('subject'),
      login: text('login'),
      name: text('name'),
      email: text('email'),
      verified: form.get('verified') === 'yes',
    },
  }
}

export function pageForm(answer: PageAnswer): URLSearchParams {
  if ('denied' in answer) return new URLSearchParams({ answer: 'deny' })
  const { verified, ...texts } = answer.person
  return new URLSearchParams({ ...texts, ...(verified ? { verified: 'yes' } : {}), answer: 'allow' })
}
