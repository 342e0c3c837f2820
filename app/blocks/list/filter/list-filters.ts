import type { z } from "zod";
import { isMany, valuesOf } from "~/app/blocks/form/field/schema-fields";
import type { Endpoint } from "~/contract/endpoint";
import { metaOf } from "~/contract/field";
import type { Scene } from "~/contract/shared/option";

export interface Filter {
  /** The parameter, or the two of a range. */
  names: readonly [string] | readonly [string, string];
  label: string;
  kind: "keyword" | "options" | "days" | "numbers" | "number" | "yes-no" | "text";
  options?: Readonly<Record<string, string>>;
  scene?: Scene;
  isMany: boolean;
  /** The parameter whose countries narrow the options; another country empties this filter. */
  within?: string;
  ends?: readonly [string, string];
}

type Shape<E extends Endpoint> = E["query"] extends z.ZodObject<infer S> ? keyof S & string : never;
type Range<N extends string> = N extends `${infer Base}_from` ? Base : N extends `${infer Base}_min` ? Base : never;

type Entry<E extends Endpoint, S extends z.ZodObject> =
  | Exclude<Shape<E>, "page" | "page_size" | "sort">
  | {
      name: Shape<E> | Range<Shape<E>>;
      /** The row's field that it filters by, for label and options; default: the one of the same name. */
      by?: keyof S["shape"] & string;
      label?: string;
      /** Where its values are picked from, if the contract's number does not say, e.g. `users`. */
      scene?: Scene;
      within?: Shape<E>;
      ends?: readonly [string, string];
      /** The two ends, where the list has a filter of the same name. */
      isRange?: true;
    };

interface Given extends Pick<Filter, "scene" | "within" | "ends"> {
  name: string;
  by?: string;
  label?: string;
  isRange?: true;
}

export function filtersOf<E extends Endpoint, S extends z.ZodObject>(
  endpoint: E,
  schema: S,
  entries: readonly Entry<E, S>[],
): Filter[] {
  // A list's query is an object, but its type parameter does not say so.
  const shape = (endpoint.query as unknown as z.ZodObject).shape as Record<string, z.ZodType>;
  return entries.map((entry) => {
    const given: Given = typeof entry === "string" ? { name: entry } : entry;
    const own = shape[given.name];
    const meta = { ...metaOf(schema.shape[given.by ?? given.name] as z.ZodType | undefined), ...metaOf(own) };
    const label = given.label ?? meta.label ?? given.name;
    if (!own || given.isRange) return { ...rangeOf(given.name, label, shape), ends: given.ends };
    const { scene = given.scene, options } = meta;
    const hasOptions = scene !== undefined || options !== undefined || valuesOf(own) !== undefined;
    const yesNo = !hasOptions && own.safeParse("1").data === true;
    const isNumber = own.safeParse("7").data === 7;
    const plain = yesNo ? "yes-no" : isNumber ? "number" : "text";
    const kind = given.name === "keyword" ? "keyword" : hasOptions ? "options" : plain;
    return { names: [given.name], label, kind, options, scene, isMany: isMany(own), within: given.within };
  });
}

function rangeOf(name: string, label: string, shape: Record<string, unknown>): Filter {
  const isDays = `${name}_from` in shape;
  const names = isDays ? ([`${name}_from`, `${name}_to`] as const) : ([`${name}_min`, `${name}_max`] as const);
  return { names, label, kind: isDays ? "days" : "numbers", isMany: false };
}
