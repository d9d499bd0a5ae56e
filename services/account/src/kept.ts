/** How long a deleted organisation or project can be brought back. */
export const keptMs = 30 * 24 * 3_600_000
/** How many rows of one that is over are deleted at a time, so that nobody waits long behind it. */
export const purgedAtOnce = 500
