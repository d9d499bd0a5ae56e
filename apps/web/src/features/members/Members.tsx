import type { Org } from '@plinth/contract/orgs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCredentials } from '../../lib/credentials.ts'
import { MemberList } from '../../ui/MemberList.tsx'
import { usePagedSearch } from '../../ui/paged-search.ts'
import { type MemberAsked, MemberDialog } from './MemberDialog.tsx'
import { type MemberSort, memberColumns } from './member-columns.tsx'
import { membersQuery } from './queries.ts'

const searchDelayMs = 400

type MembersProps = {
  org: Pick<Org, 'orgid' | 'orgname'>
  /** Whom to look for at first. */
  find: string
}

export function Members({ org, find }: MembersProps) {
  const [sort, setSort] = useState<MemberSort>('name')
  const [asked, setAsked] = useState<MemberAsked>()
  // A call that ends late closes its own dialog, not the next one.
  const close = () => setAsked(now => (now === asked ? undefined : now))
  const own = useCredentials()?.userid
  const search = usePagedSearch(searchDelayMs, { find, sort })
  const list = useQuery(membersQuery({ orgid: org.orgid, sort, ...search.asked }))

  return (
    <section aria-label="Members" className="grid gap-3">
      <MemberList
        search={search}
        placeholder="Name, user id or e-mail"
        columns={memberColumns({ own, sort: search.search ? undefined : sort, onSort: setSort, onAsk: setAsked })}
        list={list}
        failed="Failed to fetch the user list"
      />
      {asked ? <MemberDialog {...{ org, asked }} onClose={close} /> : null}
    </section>
  )
}
