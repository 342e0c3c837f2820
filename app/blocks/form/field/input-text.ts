import { isBlank } from "~/app/blocks/detail/value";

export const textOf = (value: unknown) => (value === null || value === undefined ? "" : String(value));

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isBlank(value) ? [] : [value]);

export function numberOf(text: string, decimals?: number): number | string {
  const typed = text.trim();
  if (typed === "" || !Number.isFinite(Number(typed))) return typed;
  return decimals === undefined ? Number(typed) : Number(Number(typed).toFixed(decimals));
}
