import { listTable } from "./lists";
import type { Table } from "./report";
import { openEmbedded } from "./site";

/** PGlite with a small office's customers beside a thousand: a default view, a tab, one filter 30 times as long; whatever is offered stays far from its 10 s. */
export async function measurePglite(rows: number): Promise<Table> {
  const small = await openEmbedded(Math.min(1_000, rows));
  const large = await openEmbedded(rows);
  const table = await listTable(small, large, { list: 30, word: 300, order: 5_000 });
  await small.close();
  await large.close();
  return { ...table, title: `PGlite: ${table.title}` };
}
