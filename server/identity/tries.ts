import type { Services } from "~/server/lib/services";
import { householdOf, tryLimit } from "~/server/lib/try-limit";

const count = tryLimit("sign-in", 120);

/** Counts a try of one address, by whichever way in. */
export const countTry = (services: Services, ip: string): Promise<void> => count(services, householdOf(ip));
