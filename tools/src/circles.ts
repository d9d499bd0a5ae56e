/** Ways that lead back to where they begin, each with that at its end again: at least one for every knot of such ways. */
export function findCircles(leadsTo: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()

  function walk(place: string, path: string[]): void {
    const at = path.indexOf(place)
    if (at >= 0) return void circles.push([...path.slice(at), place])
    if (done.has(place)) return
    for (const next of leadsTo.get(place) ?? []) walk(next, [...path, place])
    done.add(place)
  }

  for (const place of leadsTo.keys()) walk(place, [])
  return circles
}
