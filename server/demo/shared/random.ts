/** A source of chance that gives the same sequence for the same seed, so that demo data are the same every time. */
export type Random = ReturnType<typeof randomFrom>;

/** Mulberry32: small, quick and good enough for names and dates. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  /** 0 ≤ value < 1. */
  const value = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** A whole number, both ends included. */
  const whole = (min: number, max: number): number => min + Math.floor(value() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    const item = list[whole(0, list.length - 1)];
    if (item === undefined) throw new Error("Nothing to pick from");
    return item;
  };
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, order: value() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  return {
    value,
    whole,
    pick,
    chance: (probability: number): boolean => value() < probability,
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = entriesOf(weights);
      let left = value() * sumOf(entries);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return pick(entries)[0];
    },
    shuffle,
    /** At least and at most so many of them, in any order. */
    some: <T>(list: readonly T[], least: number, most: number): T[] => shuffle(list).slice(0, whole(least, most)),
    /** Around 0 with deviation 1. */
    normal: (): number => Math.sqrt(-2 * Math.log(1 - value())) * Math.cos(2 * Math.PI * value()),
  };
}

const entriesOf = <K extends string>(weights: Readonly<Record<K, number>>) => Object.entries(weights) as [K, number][]; // the keys of the record
const sumOf = (entries: readonly [string, number][]) => entries.reduce((sum, [, weight]) => sum + weight, 0);

export const times = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place));

/** Splits `total` over keys by weight; the parts are whole and sum to the total. */
export function share<K extends string>(total: number, weights: Readonly<Record<K, number>>): Map<K, number> {
  const entries = entriesOf(weights);
  const sum = sumOf(entries);
  let given = 0;
  let passed = 0;
  return new Map(
    entries.map(([key, weight]) => {
      passed += weight;
      const part = Math.round((total * passed) / sum) - given;
      given += part;
      return [key, part];
    }),
  );
}

export const spread = <K extends string>(total: number, weights: Readonly<Record<K, number>>): K[] =>
  [...share(total, weights)].flatMap(([key, count]) => Array<K>(count).fill(key));
