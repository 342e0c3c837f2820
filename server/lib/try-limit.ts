import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { rateLimit } from "~/server/database/tables/system/system";
import { refuse } from "./refusal";
import type { Services } from "./services";

/**
 * How many tries a minute somebody has, by address or number, at all servers together; ends the request when there were more. Not for inside a
 * transaction. While the database does not answer, each server counts by itself.
 */
export function tryLimit(name: string, points: number) {
  const limiters = new WeakMap<Services, RateLimiterDrizzle>();
  return async (services: Services, who: string | number): Promise<void> => {
    const limiter = limiters.get(services) ?? limiterFor(services, name, points);
    limiters.set(services, limiter);
    await limiter.consume(who).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return refuse(42900);
      throw reason;
    });
  };
}

function limiterFor({ db }: Services, name: string, points: number): RateLimiterDrizzle {
  const limit = { keyPrefix: name, points, duration: 60 };
  return new RateLimiterDrizzle({
    ...limit,
    storeClient: db,
    schema: rateLimit,
    // log_cleanup does it.
    clearExpiredByTimeout: false,
    // Whoever has used up all tries is refused without another write.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: new RateLimiterMemory(limit),
  });
}
