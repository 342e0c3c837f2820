import { z } from "zod";
import { listLimit } from "./common";
import type { Endpoint } from "./endpoint";

/** A screen's query out of an address: a value that does not fit falls back to its default. Pure: the server derives first requests by it. */
export function readQuery<E extends Endpoint>(from: Request | URL | URLSearchParams, endpoint: E) {
  const search =
    from instanceof URLSearchParams ? from : new URL(from instanceof URL ? from.href : from.url).searchParams;
  const schema: z.ZodType = endpoint.query;
  if (!(schema instanceof z.ZodObject)) return {} as z.output<E["query"]>;
  const query: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const given = search.get(name);
    const parsed = field.safeParse(given === null || given === "" ? undefined : given);
    const value = parsed.success ? parsed.data : field.safeParse(undefined).data;
    if (value !== undefined) query[name] = value;
  }
  // A page beyond the end that lists have.
  if (Number(query.page) * Number(query.page_size) > listLimit) query.page = 1;
  return query as z.output<E["query"]>;
}
