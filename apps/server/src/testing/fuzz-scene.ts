import { password } from '@plinth/account/testing/people'
import type { Call, RequestOf, ResponseOf } from '@plinth/contract/call'
import { type Ask, createClient } from '@plinth/contract/client'
import { createDir, listDir } from '@plinth/contract/dirs'
import { createFilestore, filestoreToken } from '@plinth/contract/filestores'
import { inviteByEmail } from '@plinth/contract/invites'
import { signin } from '@plinth/contract/login'
import { createOrg } from '@plinth/contract/orgs'
import { createProject } from '@plinth/contract/projects'
import { listSessions } from '@plinth/contract/sessions'
import { createShare, sharePath } from '@plinth/contract/shares'
import { type Store, startFilestores } from './filestores.ts'
import type { Known } from './fuzz-values.ts'

/** Stands in everything that the other organisation has. Nobody outside of it may ever read this. */
export const canary = 'kestrel-9d41c7'

/** An organisation with a member, another one of which that member knows every id, and somebody who belongs nowhere. */
export async function startFuzzScene() {
  const app = await startFilestores()
  const { scene } = app
  const here = await scene.project(await scene.organisation())
  const store = await app.filestore(here)
  const member = { accesstoken: scene.mila.accesstoken, filetoken: (await app.tokenOf(scene.mila, store)).token }
  await app.put(member.filetoken, 'here.txt', 'here')
  const owner = { accesstoken: scene.olga.accesstoken, filetoken: (await app.tokenOf(scene.olga, store)).token }
  const link = await sharedFolder(surely(createClient({ origin: app.url, token: () => owner.filetoken })))
  const stranger = { accesstoken: (await app.person('stranger')).accesstoken, filetoken: undefined }
  const theirs = await otherOrganisation(app)
  const inStore = surely(createClient({ origin: app.url, token: () => member.filetoken }))
  const objids = (await inStore(listDir, { path: '/' })).fsobjects.map(({ objid }) => objid)
  const paths = {
    ...{ path: ['/'], dirpath: ['/'], parentdirpath: ['/'], filepath: ['/here.txt', '/theirs.txt'] },
    ...{ srcfilepath: ['/here.txt'], dstfilepath: ['/there.txt'], searchkey: ['ri', 'kes'], q: ['her', 'kes'] },
  }
  const own: Known = { ...idsOf({ ...store, objids }), ...paths, userid: ['mila', 'stranger', 'vito'], token: [link] }
  const other: Known = {
    ...{ ...idsOf(theirs), ...paths, userid: ['rival'] },
    ...{ id: [theirs.inviteid, theirs.sessionid], sessionid: [theirs.sessionid], shareid: [theirs.shareid] },
    ...{ token: [theirs.shareid], nsname: [`${theirs.orgid}/${theirs.projectid}/${theirs.fsid}`] },
  }

  /** A long run outlives a file token, and some calls end the session: who still may, comes back. */
  async function renew(): Promise<void> {
    const [, signedOut] = await app.as(member.accesstoken)(listSessions, {})
    const [back] = signedOut ? await app.as()(signin, { userid: 'mila', password }) : []
    if (back && 'accesstoken' in back) member.accesstoken = back.accesstoken
    const [granted] = await app.as(member.accesstoken)(filestoreToken, store)
    if (granted) member.filetoken = granted.token
    const [grantedToo] = await app.as(owner.accesstoken)(filestoreToken, store)
    if (grantedToo) owner.filetoken = grantedToo.token
    const { orgid, projectid, fsid, tokens } = theirs
    const theirStore = { orgid, projectid, fsid }
    tokens.filetoken = (await surely(app.as(tokens.accesstoken))(filestoreToken, theirStore)).token
  }

  return { app, worlds: { own, other }, callers: { nobody: {}, stranger, member }, owner, theirs, renew }
}

async function sharedFolder(ask: ReturnType<typeof surely>): Promise<string> {
  const { fsobject } = await ask(createDir, { parentdirpath: '/', dirname: 'Shared' })
  const { path } = await ask(createShare, { objectid: fsobject.objid })
  return path.slice(sharePath('').length)
}

const idsOf = ({ orgid, projectid, fsid, objids }: Store & { objids: string[] }): Known => ({
  ...{ orgid: [orgid], projectid: [projectid], fsid: [fsid] },
  ...{ objectid: objids, objid: objids, parentid: objids, objids: [objids], objectids: [objids] },
})

type App = Awaited<ReturnType<typeof startFilestores>>

async function otherOrganisation(app: App) {
  const rival = await app.verifiedPerson('rival')
  const ask = surely(rival.ask)
  const place = { orgid: 'over-there', projectid: 'their-project' }
  const meta = { description: canary }
  await ask(createOrg, { orgid: place.orgid, orgname: canary, orgmeta: meta })
  await ask(createProject, { ...place, projectname: canary, meta })
  const { fsid } = await ask(createFilestore, { ...place, fsname: canary })
  const { token: filetoken } = await ask(filestoreToken, { ...place, fsid })
  const inStore = surely(createClient({ origin: app.url, token: () => filetoken }))
  await inStore(createDir, { parentdirpath: '/', dirname: canary })
  for (const name of [`${canary}.txt`, 'theirs.txt']) await app.put(filetoken, name, canary)
  const { fsobjects } = await inStore(listDir, { path: '/' })
  const objids = fsobjects.map(({ objid }) => objid)
  const { share } = await inStore(createShare, { objectid: objids[0] ?? '' })
  const invite = await ask(inviteByEmail, { orgid: place.orgid, email: `${canary}@example.org` })
  const { sessions } = await ask(listSessions, {})
  const ids = { inviteid: invite.id, sessionid: sessions[0]?.sessionid ?? '', shareid: share.shareid }
  return { ...place, ...ids, fsid, objids, tokens: { accesstoken: rival.accesstoken, filetoken } }
}

const surely =
  (ask: Ask) =>
  async <C extends Call>(call: C, request: RequestOf<C>): Promise<ResponseOf<C>> => {
    const [data, error] = await ask(call, request)
    if (error) throw new Error(`${call.name}: ${error.msg}`)
    return data
  }
