import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type DeleteCardProps = {
  /** Also what the buttons say. */
  title: string
  description: string
  /** What will be lost, told where it is confirmed. */
  loss: string
  /** Has to be typed. */
  id: string
  pending: boolean
  onConfirm: () => void
}

export function DeleteCard({ title, description, loss, id, pending, onConfirm }: DeleteCardProps) {
  return (
    <Card
      danger
      {...{ title, description }}
      footer={
        <ConfirmDialog
          description={loss}
          confirmLabel={title}
          confirmId={id}
          {...{ pending, onConfirm }}
          trigger={<Button variant="danger">{title}</Button>}
        />
      }
    />
  )
}
