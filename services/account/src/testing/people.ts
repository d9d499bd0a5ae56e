import { signup } from '@plinth/contract/login'
import { createMailbox } from '@plinth/platform/mail'
import { startTestApp } from '@plinth/platform/testing/app'
import { account } from '../account.ts'

export const password = 'Passw0rd!'

/** The account service over HTTP, with people who can sign up and read their mail. */
export async function startAccount(environment: Record<string, string> = {}) {
  const app = await startTestApp([account], environment)
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
