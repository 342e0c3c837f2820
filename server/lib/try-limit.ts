import ipaddr from "ipaddr.js";
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { rateLimit } from "~/server/database/tables/system/system";
import { refuse } from "./call";
import type { Services } from "./services";

/** How many tries somebody has within a number of seconds. */
interface Limit {
  name: string;
  points: number;
  seconds: number;
}

/** How many tries a minute somebody has, at all servers together. Not inside a transaction. Without the database each server counts by itself. */
export function tryLimit(name: string, points: number) {
  const count = settableLimit();
  return (services: Services, who: string | number) => count(services, who, { name, points, seconds: 60 });
}

/** The same where each try says what the limit is, because people set it. */
export function settableLimit() {
  const limiters = new WeakMap<Services, Map<string, RateLimiterDrizzle>>();
  return async (services: Services, who: string | number, limit: Limit): Promise<void> => {
    const present = limiters.get(services) ?? new Map<string, RateLimiterDrizzle>();
    limiters.set(services, present);
    const key = Object.values(limit).join();
    const limiter = present.get(key) ?? limiterFor(services, limit);
    present.set(key, limiter);
    await limiter.consume(who).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return refuse(42900);
      throw reason;
    });
  };
}

function limiterFor({ db }: Services, { name, points, seconds }: Limit): RateLimiterDrizzle {
  const limit = { keyPrefix: name, points, duration: seconds };
  return new RateLimiterDrizzle({
    ...limit,
    storeClient: db,
    schema: rateLimit,
    // log_cleanup does it.
    clearExpiredByTimeout: false,
    // A caller without tries left is refused without another write.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: new RateLimiterMemory(limit),
  });
}

/** The same in this server's memory: for what comes so often, and costs so little, that a row for each try would be the dearest part. */
export function ownLimit(points: number) {
  const limiters = new WeakMap<Services, RateLimiterMemory>();
  return async (services: Services, who: string): Promise<void> => {
    const limiter = limiters.get(services) ?? new RateLimiterMemory({ points, duration: 60 });
    limiters.set(services, limiter);
    await limiter.consume(who).catch(() => refuse(42900));
  };
}

/** Whose tries are counted together: an address; of IPv6 the network that one household is given, since it has as many addresses as it likes. */
export function householdOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === "ipv6" ? address.toByteArray().slice(0, 8).join(".") : address.toString();
}
