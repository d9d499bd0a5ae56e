/** How long an answer may take. A busy machine is not a failure. */
export const PATIENCE_MS = 120_000
