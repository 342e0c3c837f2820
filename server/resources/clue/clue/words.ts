import type { SQL } from "drizzle-orm";
import type { ClueView } from "~/contract/clue/clue";
import type { ClueStatus } from "~/contract/clue/clue-kinds";
import { clue } from "~/server/database/tables/clue/clue";
import { clueMarks } from "~/server/database/tables/search";
import { bearsOf, containsMarked } from "~/server/lib/search";

const marks = clueMarks(clue);

/** Names that contain a keyword, with what else the marks tell. */
export const isNamed = (keyword: string, beside: SQL[] = []): SQL<boolean> =>
  containsMarked(clue.customer_name, marks, keyword, beside);

/** What the marks tell of a query: its states, so that of a common name no others are read. */
export const inStates = ({ view, status }: { view: ClueView; status?: ClueStatus[] | undefined }): SQL[] => [
  ...bearsOf(marks, "s", view === "all" ? undefined : [view]),
  ...bearsOf(marks, "s", status),
];
