import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from './google.ts'
import { formOf, type LocalServer, listenLocally, pathOf, sendJson } from './local-server.ts'
import { type ProviderPerson, readPageAnswer, sendSignInPage } from './sign-in-page.ts'

interface Waiting {
  person: ProviderPerson
  challenge: string
}

interface State {
  client: Client
  codes: Map<string, Waiting>
  tokens: Map<string, ProviderPerson>
}

type Handler = (state: State, request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** GitHub's authorize page, its token endpoint and the two paths of its API that say who somebody is, all on one address. */
export async function startGithub(client: Client, port?: number): Promise<LocalServer> {
  const state: State = { client, codes: new Map(), tokens: new Map() }
  return listenLocally(
    () => (request, response) => {
      const handler = handlers[`${request.method} ${pathOf(request)}`]
      if (handler) void handler(state, request, response)
      else sendJson(response, { message: 'Not Found' }, 404)
    },
    port,
  )
}

const handlers: Record<string, Handler> = {
  'GET /login/oauth/authorize': (_state, request, response) => sendSignInPage(response, 'GitHub', request.url ?? ''),
  'POST /login/oauth/authorize': authorize,
  'POST /login/oauth/access_token': exchange,
  'GET /user': (state, request, response) =>
    withPerson(state, request, response, ({ subject, login, name }) => ({
      id: Number(subject),
      login,
      name: name || null,
    })),
  'GET /user/emails': (state, request, response) =>
    withPerson(state, request, response, ({ email, verified }) => [
      { email: 'second@example.org', primary: false, verified: true, visibility: null },
      ...(email ? [{ email, primary: true, verified, visibility: 'private' }] : []),
    ]),
}

async function authorize({ client, codes }: State, request: IncomingMessage, response: ServerResponse) {
  const asked = new URL(request.url ?? '/', 'http://own.invalid').searchParams
  const home = new URL(asked.get('redirect_uri') ?? client.redirectUri)
  if (asked.get('client_id') !== client.clientId || home.href !== client.redirectUri)
    return sendJson(response, { message: 'The redirect_uri is not associated with this application.' }, 404)
  home.searchParams.set('state', asked.get('state') ?? '')
  const answer = readPageAnswer(await formOf(request))
  if ('denied' in answer) home.searchParams.set('error', 'access_denied')
  else {
    const code = randomUUID()
    codes.set(code, { person: answer.person, challenge: asked.get('code_challenge') ?? '' })
    home.searchParams.set('code', code)
  }
  response.writeHead(302, { location: home.href }).end()
}

/** Like GitHub, it says what is wrong with status 200. A code works once. */
async function exchange({ client, codes, tokens }: State, request: IncomingMessage, response: ServerResponse) {
  const form = await formOf(request)
  if (form.get('client_id') !== client.clientId || form.get('client_secret') !== client.clientSecret)
    return sendJson(response, { error: 'incorrect_client_credentials' })
  const code = form.get('code') ?? ''
  const waiting = codes.get(code)
  codes.delete(code)
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (waiting?.challenge !== challenge || form.get('redirect_uri') !== client.redirectUri)
    return sendJson(response, { error: 'bad_verification_code' })
  const token = `gho_${randomUUID()}`
  tokens.set(token, waiting.person)
  sendJson(response, { access_token: token, scope: 'read:user,user:email', token_type: 'bearer' })
}

function withPerson(
  { tokens }: State,
  request: IncomingMessage,
  response: ServerResponse,
  answer: (person: ProviderPerson) => unknown,
) {
  const [, token = ''] = /^bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
  const person = tokens.get(token)
  if (!request.headers['user-agent']) sendJson(response, { message: 'A User-Agent is required.' }, 403)
  else if (person) sendJson(response, answer(person))
  else sendJson(response, { message: 'Bad credentials' }, 401)
}
