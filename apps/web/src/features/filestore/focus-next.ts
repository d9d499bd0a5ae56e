let wanted = false

/** The list that is opened next takes the keyboard, because the one before it had it. */
export const focusNext = () => {
  wanted = document.activeElement?.getAttribute('role') === 'grid'
}

let pointedAt: string | undefined

/** The list that is opened next shows this one of its files, and has it chosen. */
export const pointNext = (objid: string) => {
  pointedAt = objid
}

export const takesPointed = () => {
  const now = pointedAt
  pointedAt = undefined
  return now
}

export const takesFocus = () => {
  const now = wanted
  wanted = false
  return now
}
