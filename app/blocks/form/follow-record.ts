import type { FormValues } from "./schema-fields";

/** Whether two of a form's values are the same. */
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

interface Sides {
  /** As it was read, and as it is now. */
  base: FormValues;
  next: FormValues;
  /** What stands in the form. */
  mine: FormValues;
}

/** What a form shows when its record has changed behind it: the new values where nothing was typed, what was typed elsewhere. Nothing where both changed the same field: that is for the user to choose. */
export function followed({ base, next, mine }: Sides): FormValues | undefined {
  const changed = Object.keys(next).filter((name) => !same(next[name], base[name]));
  const isTyped = (name: string) => !same(mine[name], base[name]) && !same(mine[name], next[name]);
  if (changed.some(isTyped)) return undefined;
  return { ...mine, ...Object.fromEntries(changed.map((name) => [name, next[name]])) };
}
