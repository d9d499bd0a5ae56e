/** Does something with each item, some at a time, in no particular order. The first failure ends it. */
export async function several<Item>(
  items: AsyncIterator<Item> | Iterator<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let failed = false
  const worker = async () => {
    for (let next = await items.next(); !next.done && !failed; next = await items.next()) {
      await work(next.value).catch(error => {
        failed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
