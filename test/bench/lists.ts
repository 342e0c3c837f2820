import { answerOf, waitOf } from "./load";
import { atMost, type Figure, print, type Table } from "./report";
import { pairs, requests } from "./requests";
import type { Embedded } from "./site";

const turns = 7;

/** How long one client waits for each request, in multiples of the default view of the same list in the small database. */
export async function listTable(
  small: Embedded,
  large: Embedded,
  most: { list: number; word: number; order: number },
): Promise<Table> {
  const bases = new Map<string, number>();
  const figures: Figure[] = [];
  for (const { name, path, role, kind, base } of requests) {
    const few = bases.get(base) ?? (await waitOf(small.line, { path: base, token: small.tokens[role] }, turns));
    bases.set(base, few);
    const ms = await waitOf(large.line, { path, token: large.tokens[role] }, turns);
    const beside = `${print(ms)} ms / ${print(few)} ms`;
    if (kind === "order") figures.push(atMost(name, ms, "ms", most.order));
    else if (kind !== "pair") figures.push(atMost(name, ms / few, "×", most[kind], beside));
  }
  return { title: `Lists, ${print(large.rows)} customers / ${print(small.rows)}, one client`, figures };
}

/** Two filters, groups, conditions: within a second, and at most one in twenty ends with 42200. */
export async function pairTable({ rows, line, tokens }: Embedded): Promise<Table> {
  const figures: Figure[] = [];
  let told = 0;
  for (const { name, path, role } of pairs) {
    const ask = { path, token: tokens[role] };
    const { status, text } = await answerOf(line, { ...ask, isPlain: true });
    const isTold = status === 422 && text.includes("42200");
    if (isTold) told += 1;
    figures.push(
      isTold
        ? { name, value: 3, unit: "s", beside: "42200" }
        : atMost(name, await waitOf(line, ask, turns), "ms", 1_000),
    );
  }
  figures.push(atMost("ended with 42200", told, "", Math.floor(pairs.length / 20)));
  return { title: `Two filters, groups and conditions, ${print(rows)} customers, one client`, figures };
}
