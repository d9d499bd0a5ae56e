/** For calls that answer nothing but that they were done. */
export async function done(work: Promise<void>): Promise<Record<string, never>> {
  await work
  return {}
}
