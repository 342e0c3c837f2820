import type { Calendar } from "./shared/calendar";
import { type Random, spread } from "./shared/random";
import type { Staff } from "./system/staff";

/** The sources of all drawn rows. */
export interface Base {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
  nextName: () => string;
}

/** How one field of the rows is drawn. */
type Rule<T> = (random: Random) => T;
type Rules = Readonly<Record<string, Rule<unknown>>>;
type Fields<R extends Rules> = { [K in keyof R]: ReturnType<R[K]> };
type Shares = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function by<K extends string>(weights: Readonly<Record<K, number>>): Rule<K> {
  return (random) => random.weighted(weights);
}
export function oneOf<T>(list: readonly T[]): Rule<T> {
  return (random) => random.pick(list);
}
export const between =
  (min: number, max: number): Rule<number> =>
  (random) =>
    random.whole(min, max);
export const chance =
  (share: number): Rule<boolean> =>
  (random) =>
    random.chance(share);
/** The rule's value in that share of the rows, null in the others. */
export function maybe<T>(share: number, rule: Rule<T>): Rule<T | null> {
  return (random) => (random.chance(share) ? rule(random) : null);
}

/** A row's fields, each by its rule. */
export function draw<R extends Rules>(random: Random, rules: R): Fields<R> {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule(random)])) as Fields<R>; // rule by rule
}

/** As many rows: `shares` hold exactly over all of them, each mixed by itself; the other fields are drawn row by row. */
export function drawRows<S extends Shares, R extends Rules>(random: Random, total: number, shares: S, rules: R) {
  const exact = Object.entries(shares).map(([name, weights]) => ({
    name,
    keys: random.shuffle(spread(total, weights)),
  }));
  return Array.from({ length: total }, (_, index) => ({
    ...Object.fromEntries(exact.map(({ name, keys }) => [name, keys[index]])),
    ...draw(random, rules),
  })) as ({ [K in keyof S]: keyof S[K] & string } & Fields<R>)[]; // share by share, rule by rule
}
