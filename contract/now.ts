/** By how many milliseconds the server's clock is ahead of the machine's: 0 on the server itself. */
let ahead = 0;

/** The present moment by the server's clock, in milliseconds: what "today", "ago" and "due" are reckoned from. */
export const now = (): number => Date.now() + ahead;

export function setAhead(milliseconds: number): void {
  ahead = milliseconds;
}

export const aheadBy = (): number => ahead;
