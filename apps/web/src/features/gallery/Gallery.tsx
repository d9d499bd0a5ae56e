import { type Theme, useTheme } from '../../lib/theme.ts'
import { Select } from '../../ui/Select.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { TooltipProvider } from '../../ui/Tooltip.tsx'
import { ButtonsSection } from './ButtonsSection.tsx'
import { DataSection } from './DataSection.tsx'
import { FormsSection } from './FormsSection.tsx'
import { LookSection } from './LookSection.tsx'
import { OverlaysSection } from './OverlaysSection.tsx'
import { StatesSection } from './StatesSection.tsx'

const themes: Theme[] = ['light', 'dark', 'system']

export default function Gallery() {
  const { theme, setTheme } = useTheme()
  return (
    <TooltipProvider delayDuration={0}>
      <main tabIndex={-1} className="mx-auto grid max-w-6xl gap-8 px-4 py-8 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-xl font-semibold">Primitives</h1>
          <Select
            aria-label="Theme"
            className="max-w-32"
            value={theme}
            onValueChange={value => setTheme(themes.find(name => name === value) ?? 'light')}
            options={themes.map(value => ({ value, label: value }))}
          />
        </div>
        <LookSection />
        <ButtonsSection />
        <FormsSection />
        <OverlaysSection />
        <DataSection />
        <StatesSection />
      </main>
      <Toaster />
    </TooltipProvider>
  )
}
