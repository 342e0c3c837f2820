import type { FormValues } from "./field/schema-fields";

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

interface Sides {
  base: FormValues;
  next: FormValues;
  mine: FormValues;
}

/** Merges a record's changes: new values where nothing was typed. Undefined if both changed the same field: the user must choose. */
export function followed({ base, next, mine }: Sides): FormValues | undefined {
  const changed = Object.keys(next).filter((name) => !same(next[name], base[name]));
  const isTyped = (name: string) => !same(mine[name], base[name]) && !same(mine[name], next[name]);
  if (changed.some(isTyped)) return undefined;
  return { ...mine, ...Object.fromEntries(changed.map((name) => [name, next[name]])) };
}
