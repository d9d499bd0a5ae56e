export interface Progress {
  /** How far it is. */
  tell(progress: string): void
  /** What it found or did. */
  print(line: string): void
}

const OFTEN_MS = 100
const RARELY_MS = 10_000

/** On a terminal one line that changes, elsewhere a line now and then. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  let last = Date.now()
  let shown = false
  const clear = () => {
    if (shown) stream.write('\r\x1b[K')
    shown = false
  }
  return {
    tell(progress) {
      if (Date.now() - last < (stream.isTTY ? OFTEN_MS : RARELY_MS)) return
      last = Date.now()
      clear()
      stream.write(stream.isTTY ? progress : `${progress}\n`)
      shown = stream.isTTY
    },

    print(line) {
      clear()
      process.stdout.write(`${line}\n`)
    },
  }
}
