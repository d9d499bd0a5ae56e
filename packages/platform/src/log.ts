import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * Structured lines on standard output. Nobody logs a body, a header or a query: tokens travel in them.
 * Of an error only these fields are kept, because a database error carries the row it stumbled over.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        code: error.code,
        stack: error.stack,
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
