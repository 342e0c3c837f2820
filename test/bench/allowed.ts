/** Requests of one reason that may read more than a list is allowed, and how much more at most. */
export interface AllowedClass {
  name: string;
  /** Of the request's words, as list-cases.ts makes them. */
  matches: RegExp;
  /** The greatest multiple of what is allowed otherwise, at a million customers; some room above what was measured. */
  most: number;
  /** Why it is left so. */
  reason: string;
}

/** The first whose words match counts. What no class names, and what reads more than its class may, ends the run with an error (docs/decisions/0043-search-and-size.md). */
export const allowedClasses: readonly AllowedClass[] = [];

/** Whether a request that reads so many times what is allowed is held to be well all the same. */
export const classOf = (what: string): AllowedClass | undefined =>
  allowedClasses.find(({ matches }) => matches.test(what));
export const isAllowed = (what: string, ratio: number): boolean => ratio <= (classOf(what)?.most ?? 1);
