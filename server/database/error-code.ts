/** Whether an error, or one that caused it, carries one of these codes: a SQLSTATE, or a code of the system's. */
export function hasCode(error: unknown, codes: readonly string[]): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ("code" in one && codes.includes(String(one.code))) return true;
  return false;
}

/** PostgreSQL's code for a statement that was cancelled for its time. */
export const cancelled = "57014";
