import { Button } from './Button.tsx'

/** `name` tells the forms of the page apart for those who hear the buttons alone. */
export function UpdateButton({ name, pending }: { name: string; pending: boolean }) {
  return (
    <Button type="submit" variant="primary" aria-label={pending ? undefined : name} aria-disabled={pending}>
      {pending ? 'Updating...' : 'Update'}
    </Button>
  )
}
