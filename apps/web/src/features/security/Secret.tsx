import { CopyButton } from '../../ui/CopyButton.tsx'

/** Text to take along: it can be selected with one click, and copied. */
export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-sm">{label}</p>
      <div className="flex items-start gap-1 rounded-md border bg-sunken py-1 pr-1 pl-2.5">
        <code className="min-w-0 flex-1 select-all wrap-anywhere py-1 font-mono text-xs">{value}</code>
        <CopyButton value={value} label={`Copy: ${label}`} />
      </div>
    </div>
  )
}
