/** The line that the keyboard stands on: the one it stood on while it is there, else the first. */
export const activeLine = (lines: readonly string[], active: string | undefined) =>
  active !== undefined && lines.includes(active) ? active : (lines[0] ?? '')
