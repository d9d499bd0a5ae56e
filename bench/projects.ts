import { createClient } from '@plinth/contract/client'
import { signup } from '@plinth/contract/login'
import { listProjectUsers } from '@plinth/contract/project-users'
import { createProject, listProjects, projectInfo, projectOverview } from '@plinth/contract/projects'
import { medianOf, numbers, onBothEngines, type Seed, type Times } from './engines.ts'
import type { Product } from './product.ts'
import type { Figure } from './report.ts'

const small = 10
const large = 5_000
const tries = 300

/** An organisation with ten projects and ten people in one of them, and the same with five thousand. */
export const measureProjects = (): Promise<Figure[]> =>
  onBothEngines(
    measure,
    took =>
      `median with ${large.toLocaleString('en')} rows, one request after the other; ${(took.large / took.small).toFixed(1)} times that with ${small}`,
  )

async function measure({ url, orgid, accesstoken }: Product, seed: Seed): Promise<Times[]> {
  const owner = createClient({ origin: url, token: () => accesstoken, timeoutMs: 60_000 })
  const person = { userid: 'mila', name: 'Mila Berg', email: 'mila@example.org', password: 'Passw0rd!' }
  const [credentials] = await createClient({ origin: url })(signup, person)
  const member = createClient({ origin: url, token: () => credentials?.accesstoken, timeoutMs: 60_000 })
  const place = { orgid, projectid: 'crowded' }
  await owner(createProject, { ...place, projectname: 'Crowded' })
  await seed(joining(orgid))

  /** Pages as long as a page of the small round can be, so that both answer with the same number of rows. */
  const limit = small
  const round = async (): Promise<Record<string, number>> => ({
    'Projects, as Owner': await medianOf(tries, () => owner(listProjects, { orgid, limit })),
    'Projects, as Member': await medianOf(tries, () => member(listProjects, { orgid, limit })),
    'Projects, searched as Owner': await medianOf(tries, () => owner(listProjects, { orgid, limit, search: 'site 7' })),
    'Projects, searched as Member': await medianOf(tries, () =>
      member(listProjects, { orgid, limit, search: 'site 7' }),
    ),
    'Project info': await medianOf(tries, () => owner(projectInfo, place)),
    'Project overview': await medianOf(tries, () => owner(projectOverview, place)),
    'Project members': await medianOf(tries, () => owner(listProjectUsers, { ...place, limit })),
    'Project members, searched': await medianOf(tries, () =>
      owner(listProjectUsers, { ...place, limit, search: 'person 7' }),
    ),
  })

  await seed([...projects(orgid, 1, small), ...people(place, 1, small)])
  // The first round also warms the process up; only the second counts.
  await round()
  const before = await round()
  await seed([...projects(orgid, small + 1, large), ...people(place, small + 1, large)])
  const after = await round()
  return Object.keys(before).map(name => ({ name, small: before[name] ?? 0, large: after[name] ?? 0 }))
}

const joining = (orgid: string) => [
  `insert into orgmembers (orgid, userid, name, role, isowner, isexternal, joinedat)
   values ('${orgid}', 'mila', 'Mila Berg', 'Member', 0, 0, 1)`,
]

/** The Member belongs to all of them. */
function projects(orgid: string, from: number, to: number): string[] {
  const rows = numbers(from, to)
  const projectid = `'s' || cast(i as text)`
  const name = `'Site ' || cast(i as text)`
  return [
    `insert into projects (orgid, projectid, projectname, description, membercount, createdat, createdby)
     ${rows} select '${orgid}', ${projectid}, ${name}, '', 1, i, 'mila' from n`,
    `insert into projectmembers
       (orgid, projectid, userid, name, projectname, projectcreatedat, role, isowner, isadmin, joinedat)
     ${rows} select '${orgid}', ${projectid}, 'mila', 'Mila Berg', ${name}, i, 'owner', 1, 1, i from n`,
    ...[projectid, `'site'`, 'cast(i as text)'].map(
      word =>
        `insert into projectwords (orgid, word, projectid) ${rows} select '${orgid}', ${word}, ${projectid} from n`,
    ),
  ]
}

function people({ orgid, projectid }: { orgid: string; projectid: string }, from: number, to: number): string[] {
  const rows = numbers(from, to)
  const userid = `'u' || cast(i as text)`
  const name = `'Person ' || cast(i as text)`
  return [
    `insert into users (userid, name, email, emailverified, passwordhash, ssotype, notifications, createdat)
     ${rows} select ${userid}, ${name}, ${userid} || '@example.org', 1, null, 'upsso', 1, i from n`,
    `insert into orgmembers (orgid, userid, name, role, isowner, isexternal, joinedat)
     ${rows} select '${orgid}', ${userid}, ${name}, 'Member', 0, 0, i from n`,
    `insert into projectmembers
       (orgid, projectid, userid, name, projectname, projectcreatedat, role, isowner, isadmin, joinedat)
     ${rows} select '${orgid}', '${projectid}', ${userid}, ${name}, 'Crowded', 1, 'member', 0, 0, i from n`,
    ...[userid, `'person'`, 'cast(i as text)'].map(
      word =>
        `insert into projectmemberwords (orgid, projectid, word, userid)
         ${rows} select '${orgid}', '${projectid}', ${word}, ${userid} from n`,
    ),
    `insert into activity (orgid, projectid, actorid, action, target, data, bytes, createdat, folded)
     ${rows} select '${orgid}', '${projectid}', ${userid}, 'project.user.add', ${userid}, '{}', 0, 1, 1 from n`,
    `update projects set membercount = membercount + ${to - from + 1}
     where orgid = '${orgid}' and projectid = '${projectid}'`,
  ]
}
