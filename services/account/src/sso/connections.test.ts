import { signin } from '@plinth/contract/login'
import { userInfo } from '@plinth/contract/profile'
import { changePassword, changePasswordEmail, resetPassword } from '@plinth/contract/recovery'
import { endOtherSessions } from '@plinth/contract/sessions'
import { connectGithub, connectGoogle, disconnectProvider, listIdentities } from '@plinth/contract/sso'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, startAccount } from '../testing/people.ts'
import { calls, type ProviderName, startWithProviders, stranger } from '../testing/single-sign-on.ts'

let app: Awaited<ReturnType<typeof startWithProviders>>
beforeAll(async () => {
  app = await startWithProviders()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<typeof app.person>>
type ProviderPerson = ReturnType<typeof stranger>

const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]
const wrong = refused(403, 'WRONG_PASSWORD')

const connect = async (provider: ProviderName, { ask }: Pick<Person, 'ask'>, person: ProviderPerson) =>
  ask(calls[provider].connect, { ...(await app.arrive(provider, person)), password })

const providersOf = async ({ ask }: Pick<Person, 'ask'>) =>
  (await ask(listIdentities, {}))[0]?.identities.map(({ provider }) => provider)

/** For somebody who came through a provider: the way to a first password goes through the mail. */
async function givePassword({ userid, email }: { userid: string; email: string }) {
  await app.as()(changePasswordEmail, { userid })
  const { token = '' } = await app.linkTo(email, '/auth/reset-password')
  await app.as()(resetPassword, { id: token, password })
  const [data, error] = await app.as()(signin, { userid, password })
  if (error) throw new Error(error.msg)
  return { userid, ask: app.as(data.accesstoken) }
}

describe.each(['google', 'github'] as const)('an account at %s', provider => {
  const name = { google: 'Google', github: 'GitHub' }[provider]

  it('that was told to sign in the old way is connected, signs in from then on, and a mail tells of it', async () => {
    const owner = await app.person(`owner-${provider}`)
    const person = stranger(`same-${provider}`, { email: owner.email })
    expect(await app.signin(provider, person)).toEqual(refused(409, 'SSO_EMAIL_HAS_ACCOUNT'))
    expect(await connect(provider, owner, person)).toEqual([{}, null])
    const label = provider === 'google' ? owner.email : `same-${provider}`
    expect(await owner.ask(listIdentities, {})).toEqual([
      { identities: [{ provider, label, createdat: expect.any(Number) }] },
      null,
    ])
    expect(await app.signin(provider, person)).toMatchObject([{ userid: owner.userid }, null])
    const mail = (await app.mailsTo(owner.email)).at(-1)
    expect(mail?.subject).toBe(`${name} was connected`)
    expect(mail?.text).toContain(label)
    // How the account was made is still true.
    expect(await owner.ask(userInfo, {})).toMatchObject([{ ssotype: 'upsso' }, null])
  })

  it('that made the account ends with it when somebody else proves that its address is theirs', async () => {
    const person = stranger(`squatter-${provider}`, { verified: false })
    const { ticket, name, suggestion } = await app.newcomer(provider, person)
    const { email } = person
    const newcomer = { ticket, name, userid: suggestion, ...(provider === 'github' ? { email } : {}) }
    expect(await app.as()(calls[provider].signup, newcomer)).toMatchObject([{ email }, null])
    const owner = await givePassword({ userid: suggestion, email })
    expect(await providersOf(owner)).toEqual([])
    expect(await owner.ask(userInfo, {})).toMatchObject([{ ssotype: 'upsso', emailverified: true }, null])
    expect(await app.signin(provider, person)).toEqual(refused(404, 'SSO_NO_ACCOUNT'))
  })

  it('is connected only by who knows the password, and the code is not used up by a wrong one', async () => {
    const owner = await app.person(`careful-${provider}`)
    const arrival = await app.arrive(provider, stranger(`thief-${provider}`))
    const call = calls[provider].connect
    expect(await owner.ask(call, arrival)).toEqual(wrong)
    expect(await owner.ask(call, { ...arrival, password: 'Wrong-1!' })).toEqual(wrong)
    expect(await providersOf(owner)).toEqual([])
    expect(await owner.ask(call, { ...arrival, password })).toEqual([{}, null])
  })

  it('that signs in to somebody else here is refused, and stays where it is', async () => {
    const person = stranger(`theirs-${provider}`)
    const { userid } = await app.signup(provider, person)
    const other = await app.person(`other-${provider}`)
    expect(await connect(provider, other, person)).toEqual(refused(409, 'SSO_OTHER_ACCOUNT'))
    expect(await providersOf(other)).toEqual([])
    expect(await app.signin(provider, person)).toMatchObject([{ userid }, null])
  })

  it('is one for each user, also when two are connected at once', async () => {
    const owner = await app.person(`twice-${provider}`)
    const [one, two] = [stranger(`one-${provider}`), stranger(`two-${provider}`)]
    const answers = await Promise.all([connect(provider, owner, one), connect(provider, owner, two)])
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(answers.filter(([, error]) => error)).toEqual([refused(409, 'SSO_CONNECTED')])
    expect(await connect(provider, owner, one)).toEqual(refused(409, 'SSO_CONNECTED'))
  })

  it('is not connected with a code that the provider does not confirm', async () => {
    const owner = await app.person(`doubtful-${provider}`)
    const arrival = await app.arrive(provider, stranger(`doubt-${provider}`))
    const answer = await owner.ask(calls[provider].connect, { ...arrival, code: 'made up', password })
    expect(answer).toEqual(refused(401, 'SSO_FAILED'))
  })

  it('is disconnected by who knows the password, and no longer signs in', async () => {
    const owner = await app.person(`leaving-${provider}`)
    const person = stranger(`left-${provider}`)
    await connect(provider, owner, person)
    expect(await owner.ask(disconnectProvider, { provider })).toEqual(wrong)
    expect(await owner.ask(disconnectProvider, { provider, password })).toEqual([{}, null])
    expect(await app.signin(provider, person)).toEqual(refused(404, 'SSO_NO_ACCOUNT'))
    expect((await app.mailsTo(owner.email)).at(-1)?.subject).toBe(`${name} was disconnected`)
    expect(await owner.ask(disconnectProvider, { provider, password })).toEqual(refused(404, 'NOT_FOUND'))
  })

  it('is never taken away as the last way to sign in', async () => {
    const person = stranger(`only-${provider}`)
    const made = await app.signup(provider, person)
    expect(await made.ask(disconnectProvider, { provider })).toEqual(refused(409, 'LAST_SIGNIN_METHOD'))
    expect(await app.signin(provider, person)).toMatchObject([{ userid: made.userid }, null])
    const owner = await givePassword(made)
    expect(await owner.ask(disconnectProvider, { provider, password })).toEqual([{}, null])
    expect(await owner.ask(userInfo, {})).toMatchObject([{ ssotype: 'upsso', haspassword: true }, null])
  })

  it('is not connected where the server is not set up for it', async () => {
    const plain = await startAccount()
    const { ask } = await plain.person('mara')
    const arrival = { code: 'x', codeverifier: 'x'.repeat(43), nonce: 'x'.repeat(16), password }
    const answers = [await ask(connectGoogle, arrival), await ask(connectGithub, arrival)]
    await plain.close()
    for (const answer of answers) expect(answer).toEqual(refused(404, 'SSO_OFF'))
  })
})

describe('while the provider is asked', () => {
  /** What a thief who connects an account of their own is told, where the owner does something meanwhile. */
  async function connectedDuring(accesstoken: string | undefined, work: () => Promise<unknown>) {
    const [asked, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    app.github.breakPath('/user/emails', async (_request, response) => {
      asked.resolve()
      await answers.promise
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
    })
    const connecting = connect('github', { ask: app.as(accesstoken) }, stranger('hasty-thief'))
    await asked.promise
    await work()
    answers.resolve()
    const answer = await connecting
    app.github.mend()
    return answer
  }

  it('the password is changed: with the old one nothing is connected', async () => {
    const owner = await app.person('hasty')
    const [thief] = await app.as()(signin, { userid: owner.userid, password })
    const change = { oldpassword: password, newpassword: `${password}2` }
    expect(await connectedDuring(thief?.accesstoken, () => owner.ask(changePassword, change))).toEqual(wrong)
    expect(await providersOf(owner)).toEqual([])
  })

  it('the session is ended: through it nothing is connected', async () => {
    const person = stranger('no-password')
    const owner = await app.signup('google', person)
    const [thief] = await app.signin('google', person)
    const answer = await connectedDuring(thief?.accesstoken, () => owner.ask(endOtherSessions, {}))
    expect(answer).toEqual(refused(401, 'UNAUTHENTICATED'))
    expect(await providersOf(owner)).toEqual(['google'])
  })
})

describe('somebody with both', () => {
  it('keeps one of them, however the two are taken away', async () => {
    const made = await app.signup('google', stranger('both'))
    await connect('github', made, stranger('both-hub'))
    expect(await providersOf(made)).toEqual(['github', 'google'])
    const answers = await Promise.all(
      (['google', 'github'] as const).map(provider => made.ask(disconnectProvider, { provider })),
    )
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(answers.filter(([, error]) => error)).toEqual([refused(409, 'LAST_SIGNIN_METHOD')])
    const [left] = (await providersOf(made)) ?? []
    expect(await made.ask(userInfo, {})).toMatchObject([{ ssotype: left === 'google' ? 'gsso' : 'ghsso' }, null])
  })
})
