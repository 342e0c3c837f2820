/** A source of chance that gives the same sequence for the same seed, so that demo data are the same every time. */
export interface Random {
  /** 0 ≤ value < 1. */
  value(): number;
  /** A whole number, both ends included. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  shuffle<T>(list: readonly T[]): T[];
  /** Around 0 with deviation 1. */
  normal(): number;
}

/** Mulberry32: small, quick and good enough for names and dates. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const value = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (min: number, max: number) => min + Math.floor(value() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    const item = list[whole(0, list.length - 1)];
    if (item === undefined) throw new Error("Nothing to pick from");
    return item;
  };
  return {
    value,
    whole,
    pick,
    chance: (probability) => value() < probability,
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const keys: K[] = [];
      let sum = 0;
      for (const key in weights) {
        keys.push(key);
        sum += weights[key];
      }
      let left = value() * sum;
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      return pick(keys);
    },
    shuffle<T>(list: readonly T[]): T[] {
      return list
        .map((item) => ({ item, order: value() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item);
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - value())) * Math.cos(2 * Math.PI * value()),
  };
}

/** Splits `total` over keys by weight; the parts are whole and sum to the total. */
export function share<K extends string>(total: number, weights: Readonly<Record<K, number>>): Map<K, number> {
  const entries: [K, number][] = [];
  for (const key in weights) entries.push([key, weights[key]]);
  const sum = entries.reduce((all, [, weight]) => all + weight, 0);
  let given = 0;
  let passed = 0;
  return new Map(
    entries.map(([key, weight]) => {
      passed += weight;
      const upTo = Math.round((total * passed) / sum);
      const part = upTo - given;
      given = upTo;
      return [key, part];
    }),
  );
}

/** The parts of `share` written out one by one. */
export function spread<K extends string>(total: number, weights: Readonly<Record<K, number>>): K[] {
  return [...share(total, weights)].flatMap(([key, count]) => Array<K>(count).fill(key));
}
