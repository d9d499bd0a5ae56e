/** How a form reads a text that is kept as one line: who presses Enter in it, or pastes a list, means a space and nothing invisible. */
export const oneLine = { setValueAs: (typed: string) => typed.replaceAll(/\s*[\t\v\f\r\n\u2028\u2029]\s*/g, ' ') }
