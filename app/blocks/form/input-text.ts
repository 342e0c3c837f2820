import { isBlank } from "../detail/value";

/** What an input shows of a value. */
export const textOf = (value: unknown) => (value === null || value === undefined ? "" : String(value));

/** A value as a list: none of an empty one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isBlank(value) ? [] : [value]);

/** What was typed as a number, with as many decimals as the field takes; what is none stays as it is, so that the schema can say so. */
export function numberOf(text: string, decimals?: number): number | string {
  const typed = text.trim();
  if (typed === "" || !Number.isFinite(Number(typed))) return typed;
  return decimals === undefined ? Number(typed) : Number(Number(typed).toFixed(decimals));
}
