import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { queryClient } from '../../lib/query.ts'
import { wayQuery } from './queries.ts'
import { readMoreFolders, subfoldersQuery } from './subfolders.ts'
import { idOfNode, type Known, nodesOf, type TreeNode, treeMove, typedNode } from './tree-nodes.ts'
import { keepWay } from './use-place.ts'

/** Which folders of a filestore are open in its tree, for as long as this page is. */
const remembered = new Map<string, ReadonlySet<string>>()

/** Section 9 of the specification. */
const typeaheadMs = 1_000

interface Given {
  store: Store
  fsname: string
  /** The folder that is open in the list: undefined is the top one, null none. */
  folderid: string | undefined | null
  onOpen: (folderid: string | undefined) => void
}

/** The lines of the tree, which one the keyboard stands on, and what can be done with each. */
export function useTree({ store, fsname, folderid, onOpen }: Given) {
  const [open, setOpen] = useState(() => remembered.get(store.fsid) ?? new Set<string>())
  const openIds = useMemo(() => ['', ...open], [open])
  const known = useQueries({
    queries: openIds.map(id => subfoldersQuery(store, id || undefined)),
    combine: answers => answers.map(({ data, error }): Known => data ?? (error ? 'failed' : undefined)),
  })
  const nodes = useMemo(() => {
    const byId = new Map(openIds.map((id, index) => [id, known[index]]))
    // Of one that is closed nobody hears whether it is still empty.
    return nodesOf(fsname, id => byId.get(id), open)
  }, [fsname, open, openIds, known])

  const change = (next: ReadonlySet<string>) => {
    remembered.set(store.fsid, next)
    setOpen(next)
  }
  useFollowing(store, folderid ?? undefined, ids => {
    if (ids.some(id => !open.has(id))) change(new Set([...open, ...ids]))
  })

  const here = folderid === null ? -1 : nodes.findIndex(node => node.is === 'folder' && node.folderid === folderid)
  const [chosen, choose] = useState<string>()
  const at = chosen === undefined ? -1 : nodes.findIndex(node => idOfNode(node) === chosen)
  const active = at >= 0 ? at : Math.max(here, 0)

  const toggle = ({ folderid: id, way }: TreeNode) => {
    if (id === undefined) return
    // From the tree the way to a folder is known: nothing has to be asked.
    keepWay(store, id, way)
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    change(next)
  }
  const act = (node: TreeNode) => {
    choose(idOfNode(node))
    if (node.is === 'more') return void readMoreFolders(store, node.folderid)
    if (node.is === 'failed') return void queryClient.refetchQueries(subfoldersQuery(store, node.folderid))
    if (node.is === 'loading') return
    if (node.folderid) keepWay(store, node.folderid, node.way)
    onOpen(node.folderid)
  }
  const typed = useRef({ text: '', at: 0 })
  /** Answers whether the key meant something here. */
  const press = (key: string): boolean => {
    const move = treeMove(key, nodes, active)
    const node = move && nodes[move.at]
    if (node && move.do === 'go') choose(idOfNode(node))
    else if (node && move.do === 'toggle') toggle(node)
    else if (node) act(node)
    else if (key.length !== 1) return false
    else {
      const now = Date.now()
      typed.current = { text: now - typed.current.at > typeaheadMs ? key : typed.current.text + key, at: now }
      const found = nodes[typedNode(typed.current.text, nodes, active)]
      if (found) choose(idOfNode(found))
    }
    return true
  }
  return { nodes, here, active, toggle, act, press }
}

/** The folders above the one that is open in the list are open in the tree. */
function useFollowing(store: Store, folderid: string | undefined, onWay: (ids: string[]) => void): void {
  const { data } = useQuery({ ...wayQuery(store, folderid ?? ''), enabled: folderid !== undefined })
  const way = folderid === undefined ? undefined : data?.steps.map(({ objid }) => objid).join(' ')
  const followed = useRef<string>(undefined)
  const tell = useRef(onWay)
  useEffect(() => {
    tell.current = onWay
  })
  useEffect(() => {
    if (way === undefined || way === followed.current) return
    followed.current = way
    tell.current(way.split(' ').slice(1, -1))
  }, [way])
}
