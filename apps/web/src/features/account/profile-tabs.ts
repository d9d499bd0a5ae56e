const tabs = ['profile', 'organization', 'support'] as const

export type ProfileTab = (typeof tabs)[number]

/** Any signed-in address can carry it, so that a link opens the dialog and Back closes it. */
export function profileSearch({ dialog }: Record<string, unknown>): { dialog?: ProfileTab } {
  const tab = tabs.find(known => known === dialog)
  return tab ? { dialog: tab } : {}
}
