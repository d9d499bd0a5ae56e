const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** "Wait 5 minutes 40 seconds, then try again." */
export function waitSentence(seconds: number): string {
  const parts = [
    { count: Math.floor(seconds / 60), noun: 'minute' },
    { count: Math.ceil(seconds % 60), noun: 'second' },
  ]
  const text = parts.flatMap(({ count, noun }) => (count > 0 ? [counted(count, noun)] : [])).join(' ')
  return `Wait ${text || counted(1, 'second')}, then try again.`
}
