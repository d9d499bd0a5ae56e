import type { FileLevel } from '@plinth/contract/permissions'
import type { Generated } from 'kysely'

/** The account service's tables, as its migrations make them. Times are milliseconds, flags 0 or 1. */
export interface AccountTables {
  users: {
    userid: string
    name: string
    email: string
    emailverified: number
    passwordhash: string | null
    ssotype: 'upsso' | 'gsso' | 'ghsso'
    notifications: number
    createdat: number
  }
  /** data is JSON, of the shape its kind has. */
  tickets: { tickethash: string; kind: string; userid: string | null; data: string; expiresat: number }
  /** Who somebody is at a provider of single sign-on: the provider's own name for them, which never changes. */
  identities: { provider: 'google' | 'github'; subject: string; userid: string; label: string; createdat: number }
  /** confirmedat is null while the app is being set up. */
  totps: { userid: string; secret: string; confirmedat: number | null; laststep: number }
  recoverycodes: { userid: string; codehash: string }
  passkeys: {
    passkeyid: string
    userid: string
    name: string
    publickey: string
    counter: number
    transports: string
    createdat: number
    lastusedat: number | null
  }
  devices: { devicehash: string; userid: string; lastseenat: number }
  orgs: {
    orgid: string
    orgname: string
    description: string
    membercount: number
    requiretwofactor: number
    createdat: number
    deletedat: number | null
  }
  /** role is a comma-separated list of the contract's org roles. */
  orgmembers: {
    orgid: string
    userid: string
    name: string
    role: string
    isowner: number
    isexternal: number
    joinedat: number
  }
  userwords: { word: string; userid: string }
  orgmemberwords: { orgid: string; word: string; userid: string }
  projects: {
    orgid: string
    projectid: string
    projectname: string
    description: string
    membercount: number
    createdat: number
    createdby: string
    deletedat: number | null
  }
  projectwords: { orgid: string; word: string; projectid: string }
  /** role is a comma-separated list of the contract's project roles, strongest first. isadmin holds for owners too. */
  projectmembers: {
    orgid: string
    projectid: string
    userid: string
    name: string
    projectname: string
    projectcreatedat: number
    role: string
    isowner: number
    isadmin: number
    joinedat: number
  }
  projectmemberwords: { orgid: string; projectid: string; word: string; userid: string }
  filestores: {
    orgid: string
    projectid: string
    fsid: string
    fsname: string
    fsnamekey: string
    privatekey: string
    publickey: string
    quota: number | null
    ready: number
    createdat: number
    createdby: string
    deletedat: number | null
  }
  filestorewords: { orgid: string; projectid: string; word: string; fsid: string }
  /** level is one of the contract's file levels. */
  filestoreaccess: { orgid: string; projectid: string; fsid: string; userid: string; level: FileLevel }
  invites: {
    inviteid: string
    orgid: string
    isexternal: number
    userid: string | null
    email: string | null
    role: string
    invitedby: string
    status: 'pending' | 'accepted' | 'declined' | 'cancelled' | 'expired'
    createdat: number
    expiresat: number
    answeredat: number | null
  }
  invitetokens: { tokenhash: string; inviteid: string; madeby: string | null }
  audit: {
    id: Generated<number>
    orgid: string
    actorid: string
    action: string
    target: string
    data: string
    createdat: number
  }
}
