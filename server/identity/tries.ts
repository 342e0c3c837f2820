import { tryLimit } from "~/server/lib/try-limit";

/** Counts a try of one address, by whichever way in. */
export const countTry = tryLimit("sign-in", 120);
