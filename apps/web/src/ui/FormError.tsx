/** For a refusal that is about no single field. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger text-sm empty:hidden">
      {message}
    </p>
  )
}
