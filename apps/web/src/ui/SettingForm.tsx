import type { FormEventHandler, ReactNode } from 'react'
import { Card } from './Card.tsx'
import { UpdateButton } from './UpdateButton.tsx'

type SettingFormProps = {
  title: string
  description: string
  /** Names the button for those who hear it alone. */
  update: string
  /** There is no button then. */
  readOnly: boolean
  pending: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** A card with one setting and its Update button. */
export function SettingForm({ title, description, update, readOnly, pending, onSubmit, children }: SettingFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Card
        {...{ title, description }}
        footer={readOnly ? undefined : <UpdateButton name={update} pending={pending} />}
      >
        {children}
      </Card>
    </form>
  )
}
