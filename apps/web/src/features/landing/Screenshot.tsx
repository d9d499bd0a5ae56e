// Both are taken from the running product at 2880 × 1800; until they are, the page does without them.
const shots: Record<string, string> = import.meta.glob('./assets/shot-*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
})
const light = shots['./assets/shot-light.webp']
const dark = shots['./assets/shot-dark.webp']

export function Screenshot() {
  if (!light || !dark) return null
  return (
    <div className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 md:pb-24">
      <Shot src={light} className="dark:hidden" />
      <Shot src={dark} className="not-dark:hidden" />
    </div>
  )
}

function Shot({ src, className }: { src: string; className: string }) {
  return (
    <img
      src={src}
      alt="The people of an organization in Plinth, with their roles"
      width={2880}
      height={1800}
      loading="lazy"
      decoding="async"
      className={`h-auto w-full rounded-xl border border-border shadow-float ${className}`}
    />
  )
}
