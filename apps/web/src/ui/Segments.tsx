import { ToggleGroup } from 'radix-ui'

type SegmentsProps<V extends string> = {
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onValueChange: (value: V) => void
}

/** A choice between a few views of the same thing. */
export function Segments<V extends string>({ label, options, value, onValueChange }: SegmentsProps<V>) {
  // Radix reports an empty value when the chosen one is pressed again: one of them always stays chosen.
  const pick = (picked: string) => {
    const option = options.find(known => known.value === picked)
    if (option) onValueChange(option.value)
  }
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={pick}
      className="inline-flex gap-0.5 rounded-md border bg-sunken p-0.5"
    >
      {options.map(option => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="h-7 rounded-sm px-2.5 font-medium text-muted text-xs hover:text-text data-[state=on]:bg-surface data-[state=on]:text-text pointer-coarse:h-9"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
