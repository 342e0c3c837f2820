import type { Services } from "./services";
import { householdOf, ownLimit } from "./try-limit";

/** What one address may read a minute, at each server. */
const publicLimit = ownLimit(600);

export const admitVisitor = ({ services, origin }: { services: Services; origin: { ip: string } }): Promise<void> =>
  publicLimit(services, householdOf(origin.ip));

interface Kept {
  /** The moment at which it changes by itself. */
  until?: Date | undefined;
  /** Of a preview: nobody keeps it. */
  isPreview?: true;
}

const kept = new WeakMap<object, Kept>();

/** Says of an answer of a public read until when it holds, or that nobody is to keep it. */
export function cachedAs<T extends object>(answer: T, how: Kept): T {
  kept.set(answer, how);
  return answer;
}

export const cacheRuleOf = (answer: unknown): Kept => (answer instanceof Object && kept.get(answer)) || {};

/** What was requested has moved to another address for good. */
export class Moved extends Error {
  constructor(readonly to: string) {
    super("moved");
    this.name = "Moved";
  }
}
