import { answerOf, waitOf } from "./load";
import { atMost, type Figure, plain, print, type Table } from "./report";
import { type List, pairs, pathOf, type Request, requests } from "./requests";
import type { Site } from "./site";

type Asked = Pick<Site, "rows" | "line" | "tokens">;

const turns = 7;
const second = 1_000;

export const askOf = ({ tokens }: Asked, { list, query, role }: Omit<Request, "kind">) => ({
  path: pathOf(list, query),
  token: tokens[role],
});

/** The requests as they are asked of a site: with a phone and a number that it has. */
export async function requestsOf({ line, tokens }: Asked): Promise<Request[]> {
  const path = "/api/customer/information/1";
  const { text } = await answerOf(line, { path, token: tokens.super_admin, isPlain: true });
  const { data }: { data: { customer_no: string } } = JSON.parse(text);
  return requests.map((one) => ({
    ...one,
    query: one.query.replace("{no}", data.customer_no).replace("{phone}", "13982451653"),
  }));
}

/** How long one client waits for each request, in multiples of the default view of the same list in the small database. */
export async function listTable(
  small: Asked,
  large: Asked,
  most: { list: number; word: number; order: number },
): Promise<Table> {
  const bases = new Map<List, number>();
  const figures: Figure[] = [];
  for (const one of await requestsOf(large)) {
    const { list, query, role, kind } = one;
    const base = bases.get(list) ?? (await waitOf(small.line, askOf(small, { list, query: "", role }), turns));
    bases.set(list, base);
    const ms = await waitOf(large.line, askOf(large, one), turns);
    const name = `${list} ${query} (${role})`;
    if (kind === "list" || kind === "word")
      figures.push(atMost(name, ms / base, "×", most[kind], `${print(ms)} ms / ${print(base)} ms`));
    else figures.push(atMost(name, ms, "ms", most.order));
  }
  return { title: `Lists, ${print(large.rows)} customers / ${print(small.rows)}, one client`, figures };
}

/** Two filters, groups, conditions: within a second, and at most one in twenty ends with 42200. */
export async function pairTable(site: Asked): Promise<Table> {
  const figures: Figure[] = [];
  let told = 0;
  for (const one of pairs) {
    const ask = askOf(site, one);
    const { status, text } = await answerOf(site.line, { ...ask, isPlain: true });
    const isTold = status === 422 && text.includes("42200");
    if (isTold) told += 1;
    const name = `${one.list} ${one.query} (${one.role})`;
    figures.push(
      isTold ? plain(name, 3, "s", "42200") : atMost(name, await waitOf(site.line, ask, turns), "ms", second),
    );
  }
  figures.push(atMost("ended with 42200", told, "", Math.floor(pairs.length / 20)));
  return { title: `Two filters, groups and conditions, ${print(site.rows)} customers, one client`, figures };
}
