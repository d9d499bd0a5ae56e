import type { Errcode } from '@plinth/contract/errors'
import type { Generated, GeneratedAlways } from 'kysely'

/** The file service's tables, as its migrations make them. Times are milliseconds. */
export interface FileTables {
  namespaces: {
    nsname: string
    pubkey: string
    orgid: string
    projectid: string
    quota: number | null
    rootid: string
    trashid: string
    copiesid: string
    trashemptiedat: number
    createdat: number
    deletedat: number | null
  }
  suspensions: { place: string }
  revocations: { userid: string; place: string; before: number }
  orgquotas: { orgid: string; quota: number }
  entries: {
    entryno: Generated<number>
    objid: string
    nsname: string
    parentid: string | null
    name: string
    searchname: string
    objtype: 1 | 2
    blobhash: string | null
    size: number
    mediatype: string | null
    kind: GeneratedAlways<number>
    versionno: number
    createdat: number
    createdby: string
    modifiedat: number
    modifiedby: string
    changedat: number | null
    trashedat: number | null
    trashedby: string | null
    trashedfrom: string | null
    trashedpath: string | null
    buried: Generated<number>
  }
  foldersizes: { folderid: string; bytes: number; files: number }
  sizedeltas: { id: Generated<number>; folderid: string; bytes: number; files: number }
  versions: {
    objid: string
    versionno: number
    blobhash: string
    size: number
    mediatype: string
    createdat: number
    createdby: string
  }
  blobs: { hash: string; size: number; refs: number; inline: number; zerosince: number | null }
  blobdeltas: { id: Generated<number>; hash: string; refs: number }
  blobbytes: { hash: string; bytes: Uint8Array }
  blobleases: { leaseid: string; hash: string; expiresat: number }
  sweeping: { hash: string; startedat: number }
  sweepholds: { holdid: string; expiresat: number }
  thumbnails: { hash: string; state: 'wanted' | 'made' | 'none'; dueat: number; attempts: number }
  thumbnailbytes: { hash: string; size: string; bytes: Uint8Array }
  thumbnailwaits: { hash: string; folderid: string; nsname: string; isover: Generated<number> }
  copies: {
    jobid: string
    nsname: string
    userid: string
    copyid: string
    parentid: string
    name: string
    state: 'running' | 'done' | 'cancelled' | 'failed'
    copied: number
    copiedbytes: number
    total: number
    updatedat: number
    errcode: Errcode | null
  }
  uploads: {
    uploadid: string
    nsname: string
    userid: string
    kind: 'whole' | 'partial' | 'final'
    partids: string
    parentid: string
    folders: string
    filename: string
    conflict: 'refuse' | 'replace' | 'keepboth'
    sha256: string | null
    lastmodified: number | null
    received: number
    size: number
    metadata: string
    objid: string | null
    createdat: number
    expiresat: number
    lockid: string | null
    locknode: string | null
    lockeduntil: number
    wanted: number
    looked: number
    via: string
  }
  ziptickets: { ticketid: string; nsname: string; objids: string; expiresat: number }
  shares: {
    shareid: string
    tokenhash: string
    nsname: string
    objid: string
    kind: 'download' | 'upload'
    passwordhash: string | null
    expiresat: number | null
    downloadlimit: number | null
    downloads: number
    createdby: string
    createdat: number
  }
  copyfolders: { id: Generated<number>; jobid: string; srcid: string; dstid: string; aftername: string }
  davprops: { objid: string; name: string; value: string }
  davlocks: {
    token: string
    nsname: string
    objid: string
    userid: string
    isshared: number
    isdeep: number
    owner: string
    timeoutms: number
    expiresat: number
  }
}
