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
  orgs: { orgid: string; orgname: string; description: string; createdat: number }
  /** role is a comma-separated list of the contract's org roles. */
  orgmembers: { orgid: string; userid: string; orgname: string; role: string; joinedat: number }
}
