import type { ShareContent } from "~/contract/share/share-content";
import type { EstateRecord } from "./estates";
import { mainFacts } from "./facts";
import type { Label } from "./words/share-words";
import type { Writing } from "./writing";

const compared = [
  ...(["price", "otherPrice", "outlay", "grossYield", "netYield"] as const),
  ...(["station", "completion", "handover", "layout", "area"] as const),
] as const satisfies Label[];

/** Estates side by side; a line without any value is left out. */
export function comparedOf(writing: Writing, rows: readonly EstateRecord[]): ShareContent["table"] {
  const columns = rows.map((row) => mainFacts(writing, row));
  return compared.flatMap((name) => {
    const values = columns.map((column) => column[name]);
    return values.some(Boolean) ? [{ label: writing.words.labels[name], values }] : [];
  });
}
