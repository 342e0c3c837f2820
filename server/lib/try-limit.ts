import { RateLimiterMemory } from "rate-limiter-flexible";
import { refuse } from "./refusal";
import type { Services } from "./services";

/** How many tries a minute somebody has, by address or number; ends the request when there were more. Counted per server. */
export function tryLimit(points: number) {
  const limiters = new WeakMap<Services, RateLimiterMemory>();
  return async (services: Services, who: string | number): Promise<void> => {
    const limiter = limiters.get(services) ?? new RateLimiterMemory({ points, duration: 60 });
    limiters.set(services, limiter);
    await limiter.consume(who).catch(() => refuse(42900));
  };
}
