export const scopes = {
  read: { label: 'Read', means: 'Sees what you can see, and changes nothing.' },
  write: { label: 'Read and write', means: 'Also changes what you can change.' },
} as const

export const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

export const dayOf = (time: number) => day.format(time)
