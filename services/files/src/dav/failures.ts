/** WebDAV refuses by an HTTP status, and where the protocol has a name for the reason, by that too. */
export class DavFailure extends Error {
  readonly status: number
  /** An element of the namespace DAV: that says which condition was not met. */
  readonly condition: string | undefined
  /** What stands in the way. */
  readonly href: string | undefined
  /** What a person reads, where the status alone does not tell them what to do. */
  sentence = ''

  constructor(status: number, condition?: string, href?: string) {
    super(`WebDAV ${status}${condition ? ` ${condition}` : ''}`)
    this.status = status
    this.condition = condition
    this.href = href
  }

  saying(sentence: string): this {
    this.sentence = sentence
    return this
  }
}
