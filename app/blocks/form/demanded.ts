import type { z } from "zod";
import type { Field, FormValues } from "./field/schema-fields";

/**
 * The names of fields that are required because of the values of others, such as a currency for an amount: each schema rule across
 * fields (`superRefine`) is run with each field left empty. Run separately, since zod runs them only on otherwise complete values.
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
      // A rule that reads fields outside this form demands nothing of it.
    }
    return payload.issues.some(({ path }) => path?.[0] === name);
  };
  return new Set(fields.filter(isDemanded).map(({ name }) => name));
}
