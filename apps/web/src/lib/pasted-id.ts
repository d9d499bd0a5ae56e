/** How a form reads an id: no id holds blanks, so those that a pasted one brought along are not meant, and nobody sees them. */
export const pastedId = { setValueAs: (typed: string) => typed.trim() }
