import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'

type IconButtonProps = Omit<ButtonProps, 'size' | 'aria-label'> & { label: string; size?: 'sm' | 'md' }

export function IconButton({ label, size = 'md', variant = 'ghost', ...props }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <Button {...props} aria-label={label} variant={variant} size={size === 'sm' ? 'icon-sm' : 'icon'} />
    </Tooltip>
  )
}
