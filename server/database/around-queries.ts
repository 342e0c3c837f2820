import type pg from "pg";

/** Passes on what is asked, as it is or changed. */
type Ask = (query: unknown) => unknown;

/** Puts a function around everything that a connection is asked. */
export function aroundQueries(client: pg.ClientBase, around: (query: unknown, ask: Ask) => unknown): void {
  const own = client.query;
  const query = (first: unknown, ...rest: unknown[]): unknown =>
    around(first, (asked) => Reflect.apply(own, client, [asked, ...rest]));
  Object.assign(client, { query });
}

/** What is asked: SQL, or an object that carries it. */
export function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  return query instanceof Object ? String(Reflect.get(query, "text")) : "";
}
