import { RateLimiterMemory } from "rate-limiter-flexible";
import { refuse } from "~/server/lib/refusal";

/** Tries of one address, by whichever way in; the lock of an account is in the database and counts across servers. */
const tries = new RateLimiterMemory({ points: 120, duration: 60 });

/** Counts a try to sign in; ends the request when there were too many. */
export async function countTry(ip: string): Promise<void> {
  await tries.consume(ip).catch(() => refuse(42900));
}
