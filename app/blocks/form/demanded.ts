import type { z } from "zod";
import type { Field, FormValues } from "./schema-fields";

/**
 * The names of the fields that have to be filled in because of what stands in others, such as a currency beside an amount: the rules of the schema across fields
 * (`superRefine`) are asked what they say with each of them left empty. They are asked by themselves, since zod asks them only of what is complete otherwise.
 */
export function demandedOf(schema: z.ZodObject, fields: readonly Field[], values: FormValues): ReadonlySet<string> {
  const rules = (schema._zod.def.checks ?? []).filter(({ _zod: { def } }) => def.check === "custom");
  if (rules.length === 0) return new Set();
  const plain = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]));
  const isDemanded = ({ name, isMany, isRequired, control }: Field) => {
    if (isRequired || control === "switch") return false;
    const payload = { value: { ...plain, [name]: isMany ? [] : null }, issues: [] as { path?: PropertyKey[] }[] };
    try {
      for (const rule of rules) rule._zod.check(payload as never); // zod's own type of a payload is wider than what a rule reads.
    } catch {
      // A rule that reads what this form does not hold demands nothing of it.
    }
    return payload.issues.some(({ path }) => path?.[0] === name);
  };
  return new Set(fields.filter(isDemanded).map(({ name }) => name));
}
