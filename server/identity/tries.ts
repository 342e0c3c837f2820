import { tryLimit } from "~/server/lib/try-limit";

/** Counts a try of one address, by whichever way in; the lock of an account is in the database and counts across servers. */
export const countTry = tryLimit(120);
