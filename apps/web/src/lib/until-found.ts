interface Page {
  fsobjects: readonly unknown[]
  cursor: string | null
}

/** A page that holds nothing is not the end where it has a cursor: of many names a request looks at a part. */
export async function untilFound<P extends Page>(
  read: (at: { cursor?: string }) => Promise<P>,
  from: string | undefined,
): Promise<P> {
  for (let cursor = from; ; ) {
    const page = await read(cursor ? { cursor } : {})
    if (page.fsobjects.length > 0 || page.cursor === null) return page
    cursor = page.cursor
  }
}
