import { Readable } from 'node:stream'
import { listFilestores } from '@plinth/contract/filestores'
import { listOrgs } from '@plinth/contract/orgs'
import { listProjects } from '@plinth/contract/projects'
import type { Platform } from '@plinth/platform/service'
import { davBase, hrefOf } from './addresses.ts'
import { DavFailure } from './failures.ts'
import type { Depth } from './headers.ts'
import { type Asked, responseOf } from './properties.ts'
import { type Credentials, failureOf } from './sign-in.ts'

interface Found {
  /** What it is called in an address, and what people call it. */
  name: string
  title: string
}

interface Page {
  found: Found[]
  cursor: string | null
}

const atOnce = 100

function refuseDeep(depth: Depth): void {
  if (depth === 'infinity') throw new DavFailure(403, 'propfind-finite-depth')
}

/** What is above filestores: organisations and projects as folders that somebody can look into and not change. */
export function createPlaces({ callService }: Pick<Platform, 'callService'>) {
  async function pageOf({ token }: Credentials, place: readonly string[], cursor: string | undefined): Promise<Page> {
    const ask = callService('account', token)
    const [orgid, projectid] = place
    if (orgid === undefined) {
      const [page, error] = await ask(listOrgs, { cursor })
      if (error) throw failureOf(error)
      return { found: page.orgs.map(org => ({ name: org.orgid, title: org.orgname })), cursor: page.cursor }
    }
    if (projectid === undefined) {
      const [page, error] = await ask(listProjects, { orgid, limit: atOnce, cursor })
      if (error) throw failureOf(error)
      const found = page.projects.map(project => ({ name: project.projectid, title: project.projectname }))
      return { found, cursor: page.cursor }
    }
    const [page, error] = await ask(listFilestores, { orgid, projectid, limit: atOnce, cursor })
    if (error) throw failureOf(error)
    return { found: page.filestores.map(({ fsname }) => ({ name: fsname, title: fsname })), cursor: page.cursor }
  }

  return {
    /** Refuses where there is no such place for this person. */
    look: (credentials: Credentials, place: readonly string[]) => pageOf(credentials, place, undefined),

    /** The folder around all of them, where nothing else is. */
    top(asked: Asked, depth: Depth): AsyncIterable<string> {
      refuseDeep(depth)
      const folder = (href: string, name: string) => responseOf({ href, isFolder: true, name }, asked)
      const within = depth === '1' ? [folder(hrefOf([], [], true), davBase.slice(1))] : []
      return Readable.from([folder('/', 'Plinth'), ...within])
    },

    async propfind(credentials: Credentials, place: readonly string[], asked: Asked, depth: Depth) {
      refuseDeep(depth)
      const first = await pageOf(credentials, place, undefined)

      async function* responses() {
        const own = { href: hrefOf(place, [], true), isFolder: true, name: place.at(-1) ?? 'Plinth' }
        yield responseOf(own, asked)
        for (let page: Page | undefined = depth === '1' ? first : undefined; page; ) {
          const children = page.found.map(({ name, title }) =>
            responseOf({ href: hrefOf([...place, name], [], true), isFolder: true, name: title }, asked),
          )
          yield children.join('')
          page = page.cursor === null ? undefined : await pageOf(credentials, place, page.cursor)
        }
      }

      return responses()
    },
  }
}
