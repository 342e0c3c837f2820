import type { z } from "zod";
import type { Endpoint } from "~/contract/endpoint";
import { metaOf } from "~/contract/field";
import type { Scene } from "~/contract/option";
import { isMany, valuesOf } from "./schema-fields";

/** One filter of a list. */
export interface Filter {
  /** The parameter, or the two of a range of days. */
  names: readonly [string] | readonly [string, string];
  label: string;
  kind: "keyword" | "options" | "days" | "yes-no" | "text";
  options?: Readonly<Record<string, string>>;
  scene?: Scene;
  isMany: boolean;
}

type Shape<E extends Endpoint> = E["query"] extends z.ZodObject<infer S> ? keyof S & string : never;
type Range<N extends string> = N extends `${infer Base}_from` ? Base : never;

type Entry<E extends Endpoint, S extends z.ZodObject> =
  | Exclude<Shape<E>, "page" | "page_size" | "sort">
  | {
      name: Shape<E> | Range<Shape<E>>;
      /** The row's field that it filters by, whose label and options it takes; else the one of its own name. */
      by?: keyof S["shape"] & string;
      label?: string;
    };

/** A list's filters out of the contract: the endpoint's parameters, with labels and options of the row's fields. `pool` stands for `pool_from` and `pool_to`. */
export function filtersOf<E extends Endpoint, S extends z.ZodObject>(
  endpoint: E,
  schema: S,
  entries: readonly Entry<E, S>[],
): Filter[] {
  const shape = (endpoint.query as unknown as z.ZodObject).shape as Record<string, z.ZodType>;
  return entries.map((entry) => {
    const given: { name: string; by?: string; label?: string } = typeof entry === "string" ? { name: entry } : entry;
    const own = shape[given.name];
    const meta = { ...metaOf(schema.shape[given.by ?? given.name] as z.ZodType | undefined), ...metaOf(own) };
    const label = given.label ?? meta.label ?? given.name;
    if (!own) return { names: [`${given.name}_from`, `${given.name}_to`], label, kind: "days", isMany: false };
    const { scene, options } = meta;
    const hasOptions = scene !== undefined || options !== undefined || valuesOf(own) !== undefined;
    const yesNo = !hasOptions && own.safeParse("1").data === true;
    const kind = given.name === "keyword" ? "keyword" : hasOptions ? "options" : yesNo ? "yes-no" : "text";
    return { names: [given.name], label, kind, options, scene, isMany: isMany(own) };
  });
}
