let wanted = false

/** The list that is opened next takes the keyboard, because the one before it had it. */
export const focusNext = () => {
  wanted = document.activeElement?.getAttribute('role') === 'grid'
}

export const takesFocus = () => {
  const now = wanted
  wanted = false
  return now
}
