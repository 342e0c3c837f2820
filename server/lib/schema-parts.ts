import { z } from "zod";
import { metaOf } from "~/contract/field";

export const itemOf = (core: z.ZodType): z.ZodType[] => (core instanceof z.ZodArray ? [core.element as z.ZodType] : []);

export function childrenOf(schemas: readonly z.ZodType[], name: string): z.ZodType[] {
  return schemas.flatMap(coresOf).flatMap((core) => {
    if (core instanceof z.ZodObject) return Object.hasOwn(core.shape, name) ? [core.shape[name] as z.ZodType] : [];
    return core instanceof z.ZodRecord ? [core.valueType as z.ZodType] : [];
  });
}

const cores = new WeakMap<z.ZodType, readonly z.ZodType[]>();

/** What a schema is, without what makes it optional; each that it may be. */
export function coresOf(schema: z.ZodType): readonly z.ZodType[] {
  const known = cores.get(schema);
  if (known) return known;
  // While it is being looked at it has none: a schema may hold itself.
  cores.set(schema, []);
  const found = innersOf(schema)?.flatMap((inner) => [...coresOf(inner as z.ZodType)]) ?? [schema];
  cores.set(schema, found);
  return found;
}

function innersOf(schema: z.ZodType): unknown[] | undefined {
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out];
  if (schema instanceof z.ZodUnion) return [...schema.def.options];
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right];
  if (schema instanceof z.ZodLazy) return [schema.unwrap()];
  return "innerType" in schema.def ? [schema.def.innerType] : undefined;
}

/** The field at a path, as complaints name it: what is wrong with one value of a list is the list's. */
export const fieldAt = (path: readonly string[]): string => path.join(".").replace(/(\.\d+)+$/, "");

/** What the field at a path is called: by the innermost schema that says so, else by the input's own field. */
export function labelAt(schema: z.ZodType, path: readonly string[], nameOf: (name: string) => string): string {
  const [first = "", ...deeper] = path;
  let label = nameOf(first);
  let schemas = childrenOf([schema], first);
  for (const name of deeper) {
    schemas = schemas.flatMap(coresOf).some((core) => core instanceof z.ZodArray)
      ? schemas.flatMap(coresOf).flatMap(itemOf)
      : childrenOf(schemas, name);
    label = schemas.map((one) => metaOf(one).label).find(Boolean) ?? label;
  }
  return label;
}
