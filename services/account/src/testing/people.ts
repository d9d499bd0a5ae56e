import type { Ask } from '@plinth/contract/client'
import { acceptUserInvite, inviteUser } from '@plinth/contract/invites'
import { signup } from '@plinth/contract/login'
import type { OrgRole } from '@plinth/contract/permissions'
import { verifyEmail } from '@plinth/contract/recovery'
import { createMailbox } from '@plinth/platform/mail'
import type { Service } from '@plinth/platform/service'
import { startTestApp } from '@plinth/platform/testing/app'
import { account } from '../account.ts'

export const password = 'Passw0rd!'

/** The account service over HTTP, beside others if given, with people who can sign up and read their mail. */
export async function startAccount(environment: Record<string, string> = {}, others: readonly Service[] = []) {
  const app = await startTestApp([account, ...others], environment)
  const mailbox = createMailbox(app.platform.config.dataFolder)

  return {
    ...app,

    /** Somebody new, signed in: `ask` is their client. */
    async person(userid: string) {
      const email = `${userid}@example.org`
      const [data, error] = await app.as()(signup, { userid, name: `${userid} Lind`, email, password })
      if (error) throw new Error(error.msg)
      return { userid, email, accesstoken: data.accesstoken, ask: app.as(data.accesstoken) }
    },

    /** The same, with a verified address, which inviting others takes. */
    async verifiedPerson(userid: string) {
      const person = await this.person(userid)
      const { token = '' } = await this.linkTo(person.email, '/auth/verify-email')
      await app.as()(verifyEmail, { token })
      return person
    },

    /** Lets somebody join an organisation the way people do: invited, and accepting. */
    async join(owner: { ask: Ask }, orgid: string, person: { userid: string; ask: Ask }, role: OrgRole[]) {
      const [invite, error] = await owner.ask(inviteUser, { orgid, userid: person.userid, role })
      if (error) throw new Error(error.msg)
      const [, refused] = await person.ask(acceptUserInvite, { id: invite.id })
      if (refused) throw new Error(refused.msg)
    },

    /** The mails to an address, oldest first, once everything due has been sent. */
    async mailsTo(email: string) {
      await app.platform.jobs.idle()
      return (await mailbox.list()).filter(({ to }) => to === email).reverse()
    },

    /** The query of the link in the newest mail to an address. */
    async linkTo(email: string, path: string): Promise<Record<string, string>> {
      const newest = (await this.mailsTo(email)).findLast(({ text }) => text.includes(`${path}?`))
      const [url] = /http\S+/.exec(newest?.text ?? '') ?? []
      if (!url) throw new Error(`No mail to ${email} has a link to ${path}`)
      return Object.fromEntries(new URL(url).searchParams)
    },
  }
}

export type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startAccount>>['person']>>
